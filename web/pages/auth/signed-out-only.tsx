import type { ReactNode } from "react";
import { paths } from "#web/app/paths.ts";
import { CompleteSignIn } from "#web/modules/identity/complete-sign-in.tsx";
import { useSession } from "#web/modules/identity/session.ts";
import { PageLoading } from "#web/ui/placeholder.tsx";

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
