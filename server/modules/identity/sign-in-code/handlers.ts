import { refuse } from "#contract/refusals.ts";
import type { signInCodeCalls } from "#contract/sign-in-code.ts";
import type { Context } from "#server/context.ts";
import { addAccountLetter } from "#server/modules/letters/queue-letter.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { cookieName, makeCookie } from "#server/platform/http/cookies.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { widestPrefix } from "#server/platform/rate-limits/address-prefix.ts";
import { consumeLimits } from "#server/platform/rate-limits/consume-limit.ts";
import type { AccountEndings } from "../account-endings.ts";
import { type Familiarity, findFamiliarity } from "../known-devices.ts";
import { signedOutLimits, signedOutShare } from "../signed-out-limit.ts";
import { enterByCode } from "./enter-by-code.ts";
import { addSignInCode, lifetimeSeconds } from "./sign-in-codes.ts";

const codeCookie = "sign-in-code";

const tooMany = refuse(
  "too-many",
  "Too many codes were requested from your network. Please try again in an hour.",
);

/** Per hour; letters/queue-letter.ts has room for all of them. */
const maxPerMailbox = { known: 10, strangers: 20, strangersOfOnePrefix: 10 };
const tooManyToMailbox = refuse(
  "too-many",
  "Several codes were sent to this e-mail in the last hour. Please enter the newest one in the browser that asked for it, or try again later.",
);

export function signInCodeHandlers(
  context: Context,
  endings: AccountEndings,
): Handlers<typeof signInCodeCalls> {
  const { db, jobs } = context;
  return {
    send: async ({ body: { email } }, caller) => {
      const familiarity = await findFamiliarity(context, caller, email);
      const asked = { caller, email, familiarity };
      if (!(await consumeLimits(db, signedOutLimits("sign-in codes", asked)))) return tooMany;
      const limits = mailboxLimits(email, familiarity, widestPrefix(caller.address));
      if (!(await consumeLimits(db, limits))) return tooManyToMailbox;
      const { token } = await inTransaction(db, async (tx) => {
        const added = await addSignInCode(tx, email);
        const share = signedOutShare(asked);
        await addAccountLetter(tx, "sign-in-code", email, { about: added.id, share });
        return added;
      });
      jobs.wake();
      caller.setCookie(makeCookie(context.origin, codeCookie, token, lifetimeSeconds));
      return { sent: true };
    },
    enter: enterByCode(
      context,
      (caller) => caller.cookie(cookieName(context.origin, codeCookie)) ?? "",
      endings,
    ),
  };
}

/** A code for another browser is of no use to the owner, so strangers must leave the owner some. */
function mailboxLimits(email: string, known: Familiarity, prefix: string) {
  const limit = (who: string, most: number) => ({
    key: `sign-in codes ${who} ${email}`,
    most,
    seconds: 3_600,
  });
  if (known.device) return [limit("for known devices of", maxPerMailbox.known)];
  if (known.prefix) return [limit("for known prefixes of", maxPerMailbox.known)];
  return [
    limit(`from ${prefix} to`, maxPerMailbox.strangersOfOnePrefix),
    limit("to", maxPerMailbox.strangers),
  ];
}
