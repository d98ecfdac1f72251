import type { ReactNode } from "react";
import { paths } from "#web/app/paths.ts";
import { CompleteSignIn } from "#web/modules/identity/complete-sign-in.tsx";
import { useSession } from "#web/modules/identity/session.ts";
import { PageLoading } from "#web/ui/loading.tsx";

/** For pages by which one comes in: who is in already, goes on. */
export function SignedOutOnly({ to, children }: { to: string | undefined; children: ReactNode }) {
  const { user, failure } = useSession();
  if (user) return <CompleteSignIn user={user} to={to ?? paths.dashboard} />;
  // Until it is known: most likely in, where there is a token (contract/pages/first-paint.ts). What is
  // typed meanwhile stays, because the form stays where it is.
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
