// The end of every way in, by password, Google or letter: registers with the server, keeps the
// token, and goes on to where the person was heading.
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import type { Person } from "#contract/identity.ts";
import { CallRefused } from "#web/app/call.ts";
import { loginPath } from "#web/app/paths.ts";
import { PageLoading } from "#web/ui/loading.tsx";
import { SessionCheckFailed } from "./guards.tsx";
import { clearSession, finishSignIn } from "./session.ts";

export function CompleteSignIn({ user, to }: { user: Person; to: string }) {
  const navigate = useNavigate();
  const [failure, setFailure] = useState<Error | null>(null);

  useEffect(() => {
    if (failure) return;
    let left = false;
    finishSignIn(user)
      .then(() => left || navigate(to, { replace: true }))
      .catch((error) => {
        if (left) return;
        if (!(error instanceof CallRefused) || error.status !== 401) return setFailure(error);
        clearSession();
        void navigate(loginPath(to), { replace: true });
      });
    return () => {
      left = true;
    };
  }, [user, to, failure, navigate]);

  return failure ? (
    <SessionCheckFailed error={failure} retry={() => setFailure(null)} />
  ) : (
    <PageLoading />
  );
}
