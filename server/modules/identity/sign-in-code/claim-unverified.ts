import { claimUnverifiedUser } from "#server/modules/customers/accounts.ts";
import type { Ending, SignInSteps } from "../context.ts";
import { deleteOneTimeTokens, deletePendingSignIns } from "../credentials.ts";
import { removeEmailChange } from "../email-change/email-changes.ts";
import { endAllSessions } from "../end-sessions.ts";
import { forgetDevices } from "../known-devices.ts";
import { removeAllPasskeys } from "../passkeys.ts";
import { removeApp } from "../second-step/authenticator-app.ts";
import { deleteRecoveryCodes } from "../second-step/recovery-codes.ts";

type Claim = SignInSteps["claimUnverified"];

/** `endings`: access and data of other modules that a stranger who opened the account may have left. */
export const claimUnverified =
  (endings: readonly Ending[]): Claim =>
  async (tx, userId) => {
    if (!(await claimUnverifiedUser(tx, userId))) return false;
    await removeApp(tx, userId);
    await deleteRecoveryCodes(tx, userId);
    await removeAllPasskeys(tx, userId);
    await deletePendingSignIns(tx, userId);
    await deleteOneTimeTokens(tx, userId);
    await removeEmailChange(tx, userId);
    await endAllSessions(tx, userId);
    await forgetDevices(tx, userId);
    for (const end of endings) await end(tx, userId);
    return true;
  };
