import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import type { Person } from "#contract/identity.ts";
import { CallRefused } from "#web/app/call.ts";
import { loginPath } from "#web/app/paths.ts";
import { LoadFailed, PageLoading } from "#web/ui/placeholder.tsx";
import { clearSession, finishSignIn } from "./session.ts";

export function CompleteSignIn({ user, to }: { user: Person; to: string }) {
  const navigate = useNavigate();
  const [failure, setFailure] = useState<Error | null>(null);

  useEffect(() => {
    if (failure) return;
    let isUnmounted = false;
    finishSignIn(user)
      .then(() => isUnmounted || navigate(to, { replace: true }))
      .catch((error) => {
        if (isUnmounted) return;
        if (!(error instanceof CallRefused) || error.status !== 401) return setFailure(error);
        clearSession();
        void navigate(loginPath(to), { replace: true });
      });
    return () => {
      isUnmounted = true;
    };
  }, [user, to, failure, navigate]);

  return failure ? (
    <SessionCheckFailed error={failure} retry={() => setFailure(null)} />
  ) : (
    <PageLoading />
  );
}

export function SessionCheckFailed({ error, retry }: { error: Error; retry: () => void }) {
  return (
    <div className="wide py-24">
      <LoadFailed
        title="Your sign-in could not be checked"
        heading="h1"
        error={error}
        retry={retry}
      />
    </div>
  );
}
