import { removeUnverifiedPassword, setEmailVerified } from "#server/modules/customers/accounts.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import type { Ending, SignInSteps } from "../context.ts";
import { deleteOneTimeTokens, deletePendingSignIns } from "../credentials.ts";
import { removeEmailChange } from "../email-change/email-changes.ts";
import { endAllSessions } from "../end-sessions.ts";
import { forgetDevices } from "../known-devices.ts";
import { removeAllPasskeys } from "../passkeys.ts";
import { removeApp } from "../second-step/authenticator-app.ts";
import { deleteRecoveryCodes } from "../second-step/recovery-codes.ts";

type Steps = Pick<SignInSteps, "endUnverified" | "claimUnverified">;

type Endings = {
  /** Access and data of other modules that a stranger who opened the account may have left. */
  always: readonly Ending[];
  /** What stays with whoever opened it in this browser. */
  ofStrangers: readonly Ending[];
};

export function unverifiedSteps({ always, ofStrangers }: Endings): Steps {
  async function endUnverified(tx: Queries, userId: string): Promise<boolean> {
    if (!(await removeUnverifiedPassword(tx, userId))) return false;
    await removeApp(tx, userId);
    await deleteRecoveryCodes(tx, userId);
    await removeAllPasskeys(tx, userId);
    await deletePendingSignIns(tx, userId);
    await deleteOneTimeTokens(tx, userId);
    await removeEmailChange(tx, userId);
    await endAllSessions(tx, userId);
    await forgetDevices(tx, userId);
    for (const end of always) await end(tx, userId);
    return true;
  }
  return {
    endUnverified,
    async claimUnverified(tx, userId, isOpener) {
      if (!(await endUnverified(tx, userId))) return false;
      if (!isOpener) for (const end of ofStrangers) await end(tx, userId);
      await setEmailVerified(tx, userId);
      return true;
    },
  };
}
