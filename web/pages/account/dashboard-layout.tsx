import type { ReactNode } from "react";
import { Outlet, useLocation } from "react-router";
import { PageLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { ConfirmHost } from "#web/modules/identity/confirm-host.tsx";
import { RequireSignIn } from "#web/modules/identity/guards.tsx";
import { usePerson } from "#web/modules/identity/person.ts";
import { useAdmin } from "#web/modules/identity/use-admin.ts";
import { InlineLoading, PageLoading } from "#web/ui/placeholder.tsx";
import { CommandButton } from "./command-button.tsx";
import { DashboardMenu } from "./dashboard-menu.tsx";
import { useAdminRecheck } from "./use-admin-recheck.ts";

export function Dashboard() {
  return (
    <RequireSignIn fallback={<DashboardFallback />}>
      <DashboardLayout />
    </RequireSignIn>
  );
}

function DashboardLayout() {
  // Makes the request; sync-session.ts shows the result.
  useAdmin();
  useAdminRecheck();
  return (
    <Layout>
      <UnverifiedHint />
      <Outlet />
      <ConfirmHost />
    </Layout>
  );
}

function UnverifiedHint() {
  const { emailVerified } = usePerson();
  const isProfile = useLocation().pathname === paths.dashboard;
  if (emailVerified || isProfile) return null;
  return (
    <p className="mb-5 border-s-4 border-base-content/40 ps-3 text-sm print:hidden">
      Your e-mail is not verified yet.{" "}
      <PageLink to={paths.dashboard} className="link inline-block py-1 font-medium">
        Verify it now
      </PageLink>
    </p>
  );
}

function DashboardFallback() {
  return (
    <>
      <div className="hidden in-data-[session=in]:block">
        <Layout>
          <InlineLoading />
        </Layout>
      </div>
      <div className="in-data-[session=in]:hidden">
        <PageLoading />
      </div>
    </>
  );
}

function Layout({ children }: { children: ReactNode }) {
  return (
    <div data-dashboard className="wide py-6 lg:py-10 print:py-0">
      <div className="flex items-center justify-between gap-4">
        <h1 className="text-2xl md:text-3xl print:hidden">Welcome to your Dashboard</h1>
        <CommandButton />
      </div>
      <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-6 xl:mt-8 xl:grid-cols-[15rem_minmax(0,1fr)] xl:gap-12 print:mt-0 print:block">
        <DashboardMenu />
        <div>{children}</div>
      </div>
    </div>
  );
}
