import type { ReactNode } from "react";
import { PageLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { CompleteSignIn } from "#web/modules/identity/complete-sign-in.tsx";
import { useSession } from "#web/modules/identity/session.ts";
import { PageLoading } from "#web/ui/placeholder.tsx";
import { GoogleLink } from "./auth-form.tsx";
import { AuthLayout } from "./auth-layout.tsx";
import { useReturnLink, withReturnLink } from "./return-link.ts";

type Props = {
  title: string;
  question: string;
  other: { path: string; label: string };
  form: ReactNode;
  note?: ReactNode;
};

export function EntryPage({ title, question, other, form, note }: Props) {
  const from = useReturnLink();
  const lead = (
    <>
      {question}{" "}
      <PageLink to={withReturnLink(other.path, from)} className="link font-semibold">
        {other.label}
      </PageLink>
    </>
  );
  return (
    <SignedOutOnly to={from}>
      <AuthLayout title={title} lead={lead}>
        {form}
        <GoogleLink from={from} />
        {note}
      </AuthLayout>
    </SignedOutOnly>
  );
}

export function SignedOutOnly({ to, children }: { to: string | undefined; children: ReactNode }) {
  const { user, failure } = useSession();
  if (user) return <CompleteSignIn user={user} to={to ?? paths.dashboard} />;
  // Until the session is known, a token decides (see first-paint.ts).
  const isUnknown = user === undefined && !failure;
  return (
    <>
      <div className={isUnknown ? "in-data-[session=in]:invisible" : ""}>{children}</div>
      {isUnknown && (
        <div className="hidden in-data-[session=in]:block">
          <PageLoading />
        </div>
      )}
    </>
  );
}
