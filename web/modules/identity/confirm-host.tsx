import { Suspense, useEffect, useState } from "react";
import { setConfirmIdentity } from "#web/app/call.ts";
import { late } from "#web/ui/late.tsx";

const ConfirmIdentity = late(async () => (await import("./confirm-identity.tsx")).ConfirmIdentity);

/** Where a call needs it, asks the person to prove who they are; then the call is sent again. */
export function ConfirmHost() {
  const [answer, setAnswer] = useState<(isConfirmed: boolean) => void>();
  useEffect(() => {
    setConfirmIdentity(
      () =>
        new Promise((resolve) => {
          setAnswer(() => (isConfirmed: boolean) => {
            setAnswer(undefined);
            resolve(isConfirmed);
          });
        }),
    );
    return () => setConfirmIdentity(undefined);
  }, []);
  return <Suspense>{answer && <ConfirmIdentity onEnd={answer} />}</Suspense>;
}
