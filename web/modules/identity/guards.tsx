// Guards spare people pages that the server would refuse; it authorizes every call itself.
import { type ReactNode, useEffect, useState } from "react";
import { Navigate, Outlet, useLocation } from "react-router";
import { CallRefused } from "#web/app/call.ts";
import { usePage } from "#web/app/page.ts";
import { loginPath, paths } from "#web/app/paths.ts";
import { Deferred, PageLoading } from "#web/ui/placeholder.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { SessionCheckFailed } from "./complete-sign-in.tsx";
import { PersonContext } from "./person.ts";
import { signOut, useSession } from "./session.ts";
import { useAdmin } from "./use-admin.ts";

type Props = {
  children?: ReactNode;
  fallback?: ReactNode;
  visitor?: ReactNode;
};

const loadKeepTyped = async () => (await import("./keep-typed.ts")).KeepTyped;

export function RequireSignIn({
  children = <Outlet />,
  fallback = <PageLoading />,
  visitor,
}: Props) {
  const { user, leaveTo, failure, retry } = useSession();
  const { pathname, search } = useLocation();
  const page = usePage();
  const [wasSignedIn, setWasSignedIn] = useState(false);
  if (user && !wasSignedIn) setWasSignedIn(true);
  const isVisitor = user === null && visitor !== undefined && !wasSignedIn;

  return (
    // The footer must not move when the page comes.
    <div className="min-h-dvh">
      {user && (
        // The key resets the pages for another person: what the first typed is not for them.
        <PersonContext key={user._id} value={user}>
          {children}
          <Deferred load={loadKeepTyped} props={{}} />
        </PersonContext>
      )}
      {isVisitor && visitor}
      {user === null && !isVisitor && (
        <Navigate
          to={(wasSignedIn && (leaveTo || page.leaveTo)) || loginPath(pathname + search)}
          replace
        />
      )}
      {!user &&
        !isVisitor &&
        (failure ? <SessionCheckFailed error={failure} retry={retry} /> : fallback)}
    </div>
  );
}

export function RequireAdmin() {
  // Rights may have been taken away, so each page checks again.
  return <AdminCheck key={useLocation().pathname} />;
}

function AdminCheck() {
  const { admin, isChecking, failure, retry } = useAdmin();
  const [signOutError, setSignOutError] = useState<Error | null>(null);
  const refused = !isChecking && (admin === false || isForbidden(failure));

  useEffect(() => {
    if (!refused || signOutError) return;
    signOut(paths.login).then(
      () => showToast("That page is for admins. Please sign in as one.", "error"),
      setSignOutError,
    );
  }, [refused, signOutError]);

  if (signOutError)
    return <SessionCheckFailed error={signOutError} retry={() => setSignOutError(null)} />;
  if (admin && !refused) return <Outlet />;
  return failure && !isChecking && !refused ? (
    <SessionCheckFailed error={failure} retry={retry} />
  ) : (
    <PageLoading />
  );
}

function isForbidden(error: Error | null): boolean {
  return error instanceof CallRefused && error.status === 403;
}
