import { randomBytes } from "node:crypto";
import { refuse } from "#contract/refusals.ts";
import type { secondStepCalls } from "#contract/second-step.ts";
import type { Context } from "#server/context.ts";
import { addAccountLetter } from "#server/modules/letters/queue-letter.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import { consumeLimit } from "#server/platform/rate-limits/consume-limit.ts";
import { confirmSession } from "../sessions.ts";
import { beginApp, confirmApp, describeSecret } from "./authenticator-app.ts";
import { renewRecoveryCodes } from "./recovery-codes.ts";

const inUse = refuse(
  "conflict",
  "An authenticator app is in use already. Turn the second step off before you set up another.",
);
const wrong = refuse("invalid", "This code is wrong. Type the one that the app shows now.", {
  code: "Is wrong: type the one that the app shows now",
});
const tooMany = refuse("too-many", "There were many wrong codes. Please try again in an hour.");

export function beginOwnApp(context: Context): Handler<typeof secondStepCalls.beginApp> {
  return async (_given, { person }) => {
    const secret = randomBytes(20);
    if (!(await beginApp(context.db, { userId: person._id, secret }))) return inUse;
    return describeSecret(secret, { issuer: context.env.SHOP_NAME, label: person.email });
  };
}

export function confirmOwnApp(context: Context): Handler<typeof secondStepCalls.confirmApp> {
  return async ({ body }, { person, session }) => {
    const { _id: userId, email } = person;
    const limit = { key: `first codes of ${userId}`, most: 10, seconds: 3_600 };
    if (!(await consumeLimit(context.db, limit))) return tooMany;
    const done = await inTransaction(context.db, async (db) => {
      if (!(await confirmApp(db, userId, body.code.replace(/\s/g, "")))) return wrong;
      const recoveryCodes = await renewRecoveryCodes(db, userId);
      await confirmSession(db, session, { byFactor: true });
      await addAccountLetter(db, "sign-in-changed", email);
      return { recoveryCodes };
    });
    context.jobs.wake();
    return done;
  };
}
