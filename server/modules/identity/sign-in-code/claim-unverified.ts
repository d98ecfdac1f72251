import { claimUnverifiedUser } from "#server/modules/customers/accounts.ts";
import type { SignInSteps } from "../context.ts";
import { deleteOneTimeTokens, deletePendingSignIns } from "../credentials.ts";
import { removeEmailChange } from "../email-change/email-changes.ts";
import { forgetDevices } from "../known-devices.ts";
import { removeAllPasskeys } from "../passkeys.ts";
import { removeApp } from "../second-step/authenticator-app.ts";
import { deleteRecoveryCodes } from "../second-step/recovery-codes.ts";
import { endAllSessions } from "../sessions.ts";

export const claimUnverified: SignInSteps["claimUnverified"] = async (tx, userId) => {
  if (!(await claimUnverifiedUser(tx, userId))) return false;
  await removeApp(tx, userId);
  await deleteRecoveryCodes(tx, userId);
  await removeAllPasskeys(tx, userId);
  await deletePendingSignIns(tx, userId);
  await deleteOneTimeTokens(tx, userId);
  await removeEmailChange(tx, userId);
  await endAllSessions(tx, userId);
  await forgetDevices(tx, userId);
  return true;
};
