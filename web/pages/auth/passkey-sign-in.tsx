import { KeyRound } from "lucide-react";
import { useEffect, useState } from "react";
import { passkeyCalls } from "#contract/passkeys.ts";
import { call } from "#web/app/call.ts";
import { answerWithPasskey, explainPasskeyError } from "#web/modules/identity/passkeys.ts";
import { setSignedIn } from "#web/modules/identity/session.ts";
import { FormError } from "./auth-form.tsx";

export function PasskeySignIn() {
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    if (busy) return;
    let stop: (() => void) | undefined;
    let isOver = false;
    void import("#web/modules/identity/offer-passkeys.ts").then(
      ({ offerPasskeys }) => {
        if (!isOver) stop = offerPasskeys(setProblem);
      },
      () => {},
    );
    return () => {
      isOver = true;
      stop?.();
    };
  }, [busy]);

  async function signIn() {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const body = await answerWithPasskey(await call(passkeyCalls.beginSignIn, {}));
      setSignedIn((await call(passkeyCalls.signIn, { body })).user);
    } catch (error) {
      setProblem(explainPasskeyError(error));
      setBusy(false);
    }
  }

  return (
    <div className="grid gap-4">
      <button type="button" className="btn btn-ghost btn-block" aria-busy={busy} onClick={signIn}>
        <KeyRound className="size-5" aria-hidden="true" />
        Sign in with a passkey
      </button>
      {problem && <FormError>{problem}</FormError>}
    </div>
  );
}
