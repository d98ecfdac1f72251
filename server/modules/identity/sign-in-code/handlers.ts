import { refuse } from "#contract/refusals.ts";
import type { signInCodeCalls } from "#contract/sign-in-code.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { cookieName, makeCookie } from "#server/platform/http/cookies.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { consumeLimit, consumeNetworkLimit } from "#server/platform/rate-limits/consume-limit.ts";
import type { IdentityContext } from "../context.ts";
import { findFamiliarity } from "../known-devices.ts";
import { enterByCode } from "./enter-by-code.ts";
import { addSignInCode, lifetimeSeconds } from "./sign-in-codes.ts";

const codeCookie = "sign-in-code";

const tooMany = refuse(
  "too-many",
  "Too many codes were requested from your network. Please try again in an hour.",
);

/** letters/queue-letter.ts has room for both those of known devices and of others. */
const maxPerMailbox = 5;
const tooManyToMailbox = refuse(
  "too-many",
  "Several codes were sent to this e-mail in the last hour. Please sign in by password, or try again in an hour.",
);

export function signInCodeHandlers(context: IdentityContext): Handlers<typeof signInCodeCalls> {
  const { db, jobs, letters } = context;
  return {
    send: async ({ body: { email } }, caller) => {
      if (!(await consumeNetworkLimit(db, "sign-in codes", caller))) return tooMany;
      // Those of strangers leave the owner's: a code for another browser is of no use to the owner.
      const { device } = await findFamiliarity(context, caller, email);
      const key = `sign-in codes ${device ? "for known devices of" : "to"} ${email}`;
      if (!(await consumeLimit(db, { key, most: maxPerMailbox, seconds: 3_600 }))) {
        return tooManyToMailbox;
      }
      const { token } = await inTransaction(db, async (tx) => {
        const added = await addSignInCode(tx, email);
        await letters.addAccountLetter(tx, "sign-in-code", email, added.id);
        return added;
      });
      jobs.wake();
      caller.setCookie(makeCookie(context.origin, codeCookie, token, lifetimeSeconds));
      return { sent: true };
    },
    enter: enterByCode(
      context,
      (caller) => caller.cookie(cookieName(context.origin, codeCookie)) ?? "",
    ),
  };
}
