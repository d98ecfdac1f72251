import { refuse } from "#contract/refusals.ts";
import type { signInCodeCalls } from "#contract/sign-in-code.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { cookieName, makeCookie } from "#server/platform/http/cookies.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { consumeNetworkLimit } from "#server/platform/rate-limits/consume-limit.ts";
import type { IdentityContext } from "../context.ts";
import { enterByCode } from "./enter-by-code.ts";
import { addSignInCode, lifetimeSeconds } from "./sign-in-codes.ts";

const codeCookie = "sign-in-code";

const tooMany = refuse(
  "too-many",
  "Too many codes were requested from your network. Please try again in an hour.",
);

export function signInCodeHandlers(context: IdentityContext): Handlers<typeof signInCodeCalls> {
  const { db, jobs, letters } = context;
  return {
    send: async ({ body: { email } }, caller) => {
      if (!(await consumeNetworkLimit(db, "sign-in codes", caller))) return tooMany;
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
