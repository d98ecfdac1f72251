// Who may open the pages below them, as the routes in router.tsx say. They only spare
// people what the server would refuse: it decides every call by itself.
import { createContext, type ReactNode, use, useEffect, useState } from "react";
import { Navigate, Outlet, useLocation } from "react-router";
import type { Person } from "#contract/identity.ts";
import { CallRefused } from "#web/app/call.ts";
import { usePage } from "#web/app/page.ts";
import { loginPath, paths } from "#web/app/paths.ts";
import { PageLoading } from "#web/ui/loading.tsx";
import { Note } from "#web/ui/note.tsx";
import { signOut, useSession } from "./session.ts";
import { useAdmin } from "./use-admin.ts";

const Somebody = createContext<Person | null>(null);

/** The signed-in person; for pages below the guards only. */
export function usePerson(): Person {
  const person = use(Somebody);
  if (!person) throw new Error("This page is not guarded: see router.tsx");
  return person;
}

type Props = {
  children?: ReactNode;
  /** Shown until it is known who is signed in. */
  fallback?: ReactNode;
};

export function RequireSignIn({ children = <Outlet />, fallback = <PageLoading /> }: Props) {
  const { user, leaveTo, failure, retry } = useSession();
  const { pathname, search } = useLocation();
  const page = usePage();
  const [wasHere, setWasHere] = useState(false);
  if (user && !wasHere) setWasHere(true);

  return (
    // As high as the screen from the beginning: the footer does not move when the page comes.
    <div className="min-h-dvh">
      {user && (
        // Another person's pages begin anew: what the one before was typing is not for them.
        <Somebody key={user._id} value={user}>
          {children}
        </Somebody>
      )}
      {user === null && (
        <Navigate
          to={(wasHere && (leaveTo || page.leaveTo)) || loginPath(pathname + search)}
          replace
        />
      )}
      {!user && (failure ? <SessionCheckFailed error={failure} retry={retry} /> : fallback)}
    </div>
  );
}

export function RequireAdmin() {
  // Each page asks again: rights may have been taken away.
  return <AdminCheck key={useLocation().pathname} />;
}

function AdminCheck() {
  const { admin, checking, failure, retry } = useAdmin();
  const [stuck, setStuck] = useState<Error | null>(null);
  const refused = !checking && (admin === false || isForbidden(failure));

  useEffect(() => {
    if (refused && !stuck) signOut(paths.login).catch(setStuck);
  }, [refused, stuck]);

  if (stuck) return <SessionCheckFailed error={stuck} retry={() => setStuck(null)} />;
  if (admin && !refused) return <Outlet />;
  return failure && !checking && !refused ? (
    <SessionCheckFailed error={failure} retry={retry} />
  ) : (
    <PageLoading />
  );
}

function isForbidden(error: Error | null): boolean {
  return error instanceof CallRefused && error.status === 403;
}

/** Nobody is signed out because the network failed. */
export function SessionCheckFailed({
  error,
  retry,
}: {
  error: Error;
  retry: () => void;
}): ReactNode {
  return (
    <div className="wide py-24">
      <Note title="Your sign-in could not be checked" heading="h1" alert>
        <p>{error.message}</p>
        <button type="button" className="btn btn-primary" onClick={retry}>
          Try again
        </button>
      </Note>
    </div>
  );
}
