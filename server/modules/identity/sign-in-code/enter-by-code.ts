import { refuse } from "#contract/refusals.ts";
import { nameFromEmail } from "#contract/rules/account-name.ts";
import type { signInCodeCalls } from "#contract/sign-in-code.ts";
import type { Context } from "#server/context.ts";
import { addUser } from "#server/modules/customers/add-user.ts";
import { addAccountLetter } from "#server/modules/letters/queue-letter.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import type { Caller } from "#server/platform/http/caller.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import type { AccountEndings } from "../account-endings.ts";
import { findCredentials, findPerson } from "../credentials.ts";
import { findFamiliarity, rememberDevice } from "../known-devices.ts";
import { enter } from "../second-step/enter.ts";
import { consumeSignedOutLimit } from "../signed-out-limit.ts";
import { claimUnverified } from "./claim-unverified.ts";
import { consumeSignInCode, findMailboxOfCode } from "./sign-in-codes.ts";

const wrong = refuse("invalid", "This code is not right. Please look at our letter again.", {
  code: "Is not right",
});
const expired = refuse("invalid", "This code is no longer valid. Please ask for a new one.", {
  code: "Is no longer valid",
});
const tooMany = refuse(
  "too-many",
  "Too many codes were tried from your network. Please try again in an hour.",
);

type ReadToken = (caller: Caller) => string;

export function enterByCode(
  context: Context,
  readToken: ReadToken,
  endings: AccountEndings,
): Handler<typeof signInCodeCalls.enter> {
  const { events, env, filterPicture, jobs } = context;
  return async ({ body }, caller) => {
    const { origin } = context;
    const token = readToken(caller);
    const email = await findMailboxOfCode(context.db, token);
    if (!email) return expired;
    if (!(await consumeSignedOutLimit(context, "tries of codes", { caller, email })))
      return tooMany;
    const done = await inTransaction(context.db, async (db) => {
      const proven = await consumeSignInCode(db, token, body.code);
      if (proven === "wrong") return wrong;
      if (proven === "expired") return expired;
      const id = await findOrAddAccount(context, db, {
        caller,
        email: proven.email,
        endings,
      });
      const user = await findPerson(db, id, filterPicture);
      if (!user) return expired;
      const entered = await enter({ env, origin, db }, caller, id);
      if (entered === "second-step") return { user: null };
      await rememberDevice({ origin, db }, caller, { id, email: proven.email });
      return { user };
    });
    jobs.wake();
    await events.publish();
    return done;
  };
}

async function findOrAddAccount(
  context: Context,
  tx: Queries,
  { caller, email, endings }: { caller: Caller; email: string; endings: AccountEndings },
): Promise<string> {
  const name = nameFromEmail(email);
  const account = { email, name, role: "customer", passwordHash: null } as const;
  const added = await addUser(tx, { ...account, isEmailVerified: true });
  if (added) return added;
  const known = await findCredentials(tx, email);
  if (!known) throw new Error("An account that exists was not found");
  // Whoever opened it never proved that the e-mail is theirs.
  const { device: isOpener } = await findFamiliarity({ ...context, db: tx }, caller, email);
  if (await claimUnverified(tx, known.id, isOpener, endings)) {
    await addAccountLetter(tx, "password-changed", email);
  }
  return known.id;
}
