import type { ReactNode } from "react";
import { paths } from "#web/app/paths.ts";
import { CompleteSignIn } from "#web/modules/identity/complete-sign-in.tsx";
import { useSession } from "#web/modules/identity/session.ts";
import { PageLoading } from "#web/ui/placeholder.tsx";

export function SignedOutOnly({ to, children }: { to: string | undefined; children: ReactNode }) {
  const { user, failure } = useSession();
  if (user) return <CompleteSignIn user={user} to={to ?? paths.dashboard} />;
  // While it is unknown, a token decides (see first-paint.ts). The form stays mounted, so typed
  // text survives.
  const unknown = user === undefined && !failure;
  return (
    <>
      <div className={unknown ? "in-data-[session=in]:invisible" : ""}>{children}</div>
      {unknown && (
        <div className="hidden in-data-[session=in]:block">
          <PageLoading />
        </div>
      )}
    </>
  );
}
