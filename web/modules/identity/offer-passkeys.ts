import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  WebAuthnAbortService,
} from "@simplewebauthn/browser";
import { passkeyCalls } from "#contract/passkeys.ts";
import { CallRefused, call } from "#web/app/call.ts";
import { toAnswer } from "./passkeys.ts";
import { setSignedIn } from "./session.ts";

/** Before the server stops accepting the answer. */
const renewAfterMs = 9 * 60_000;

/** Returns a function that ends the offer. */
export function offerPasskeys(onRefusal: (message: string) => void): () => void {
  let isOver = false;
  const offer = async () => {
    if (!(await browserSupportsWebAuthnAutofill()) || isOver) return;
    const options = await call(passkeyCalls.beginSignIn, {});
    if (isOver) return;
    // Not loaded anew: in between, the button may have begun a request, which this one would end.
    const answer = await startAuthentication({ optionsJSON: options, useBrowserAutofill: true });
    if (isOver) return;
    const body = toAnswer(answer);
    setSignedIn((await call(passkeyCalls.signIn, { body })).user);
  };
  const repeat = () =>
    void offer().catch((error) => {
      // Any other error leaves the form as it is.
      if (!(error instanceof CallRefused) || isOver) return;
      onRefusal(error.message);
    });
  const timer = setInterval(repeat, renewAfterMs);
  repeat();
  return () => {
    isOver = true;
    clearInterval(timer);
    WebAuthnAbortService.cancelCeremony();
  };
}
