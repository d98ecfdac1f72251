import { removeUnverifiedPassword, setEmailVerified } from "#server/modules/customers/accounts.ts";
import { forgetName } from "#server/modules/customers/name-account.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import type { AccountEndings } from "../account-endings.ts";
import { deleteOneTimeTokens, deletePendingSignIns } from "../credentials.ts";
import { removeEmailChange } from "../email-change/email-changes.ts";
import { endAllSessions } from "../end-sessions.ts";
import { forgetDevices } from "../known-devices.ts";
import { removeAllPasskeys } from "../passkeys.ts";
import { removeApp } from "../second-step/authenticator-app.ts";
import { deleteRecoveryCodes } from "../second-step/recovery-codes.ts";

/**
 * Called when a person has proven that the e-mail of this account is theirs. If it was not proven
 * before, and is no admin's, removes what the one who opened it could sign in with, and is true.
 * `isOpener`: it was opened, or signed in to, in this browser.
 */
export async function claimUnverified(
  tx: Queries,
  userId: string,
  isOpener: boolean,
  endings: AccountEndings,
): Promise<boolean> {
  if (!(await endUnverified(tx, userId, endings))) return false;
  if (!isOpener) {
    for (const end of endings.ofStrangers) await end(tx, userId);
    await forgetName(tx, userId);
  }
  await setEmailVerified(tx, userId);
  return true;
}

/** As `claimUnverified`, but the e-mail stays unverified: nobody can sign in before proving it. */
export async function endUnverified(
  tx: Queries,
  userId: string,
  { unverified }: AccountEndings,
): Promise<boolean> {
  if (!(await removeUnverifiedPassword(tx, userId))) return false;
  await removeApp(tx, userId);
  await deleteRecoveryCodes(tx, userId);
  await removeAllPasskeys(tx, userId);
  await deletePendingSignIns(tx, userId);
  await deleteOneTimeTokens(tx, userId);
  await removeEmailChange(tx, userId);
  await endAllSessions(tx, userId);
  await forgetDevices(tx, userId);
  for (const end of unverified) await end(tx, userId);
  return true;
}
