import type { PasskeyAnswer } from "#contract/passkeys.ts";
import { type Refusal, refuse } from "#contract/refusals.ts";
import type { Context } from "#server/context.ts";
import type { Caller } from "#server/platform/http/caller.ts";
import {
  consumeLimit,
  type Limit,
  restoreLimit,
} from "#server/platform/rate-limits/consume-limit.ts";
import { findFamiliarity } from "../known-devices.ts";
import { consumeSignedOutLimit } from "../signed-out-limit.ts";
import { verifyPasskey } from "../verify-passkey.ts";
import { consumeAppCode } from "./authenticator-app.ts";
import { consumeRecoveryCode, countRecoveryCodes } from "./recovery-codes.ts";

const wrongCode = refuse("invalid", "This code is wrong, or was used before.", {
  code: "Is wrong, or was used before",
});
const wrongPasskey = refuse("invalid", "This passkey is not one of yours. Please try again.");
const tooMany = refuse(
  "too-many",
  "There were many wrong codes. Use a passkey if you have one, or try again in an hour.",
);

export type SecondFactor = { code?: string | undefined; passkey?: PasskeyAnswer | undefined };

type Asked = { given: SecondFactor; purpose: "second-step" | "confirm" };

/**
 * Checks a code or a passkey. Tries of codes are limited by person and address; a passkey cannot
 * be guessed, so it is not limited.
 */
export async function verifySecondStep(
  context: Context,
  caller: Caller,
  { _id: userId, email }: { _id: string; email: string },
  { given, purpose }: Asked,
): Promise<{ recoveryCodesLeft?: number } | Refusal<"invalid" | "too-many">> {
  const { db } = context;
  if (given.passkey) {
    return (await verifyPasskey(context, given.passkey, { purpose, userId })) ? {} : wrongPasskey;
  }
  const { device } = await findFamiliarity(context, caller, email);
  const limit = limitOf(userId, device);
  if (!(await consumeSignedOutLimit(context, "second steps", { caller, email }))) return tooMany;
  if (!(await consumeLimit(db, limit))) return tooMany;
  const result = await verifyCode(context, userId, given.code ?? "");
  if (!result) return wrongCode;
  await restoreLimit(db, limit);
  return result;
}

/** Who knows the password must not use up the tries of the owner's own browsers. */
function limitOf(userId: string, isKnownDevice: boolean): Limit {
  const from = isKnownDevice ? "known browsers" : "anywhere";
  return { key: `second steps from ${from} of ${userId}`, most: 10, seconds: 3_600 };
}

async function verifyCode({ db }: Context, userId: string, written: string) {
  const digits = written.replace(/[\s-]/g, "");
  if (/^\d{6}$/.test(digits)) return (await consumeAppCode(db, userId, digits)) ? {} : undefined;
  if (!(await consumeRecoveryCode(db, userId, written))) return undefined;
  return { recoveryCodesLeft: await countRecoveryCodes(db, userId) };
}
