import { changeEmail } from "#server/modules/customers/change-email.ts";
import { recordAction } from "#server/platform/audit/record-action.ts";
import type { Ending, SignInSteps } from "../context.ts";
import { deleteOneTimeTokens } from "../credentials.ts";
import { endAllSessions } from "../end-sessions.ts";
import { forgetDevices } from "../known-devices.ts";

/** `endings`: of what other modules gave or send to the former e-mail. */
export const finishEmailChange =
  (endings: readonly Ending[]): SignInSteps["finishEmailChange"] =>
  async (tx, caller, person, newEmail) => {
    const { _id: userId, email } = person;
    if (!(await changeEmail(tx, userId, newEmail))) return false;
    await deleteOneTimeTokens(tx, userId);
    const own = caller.person?._id === userId ? (caller.session ?? undefined) : undefined;
    await endAllSessions(tx, userId, { except: own });
    await forgetDevices(tx, userId);
    for (const end of endings) await end(tx, userId);
    const before = { email };
    const after = { email: newEmail };
    const change = { action: "change-email", about: userId, before, after } as const;
    await recordAction(tx, { person, address: caller.address }, change);
    return true;
  };
