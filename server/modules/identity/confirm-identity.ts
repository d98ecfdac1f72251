// Before changes that somebody in an open browser must not make, the person proves who they are.
import type { passkeyCalls } from "#contract/passkeys.ts";
import { refuse } from "#contract/refusals.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import type { IdentityContext } from "./context.ts";
import { listPasskeys } from "./passkeys.ts";
import { confirmSession } from "./sessions.ts";
import { askForPasskey, verifyPasskey } from "./verify-passkey.ts";

const wrongPasskey = refuse("invalid", "This passkey is not one of yours. Please try again.");

export function beginConfirm(context: IdentityContext): Handler<typeof passkeyCalls.beginConfirm> {
  return async (_given, { person }) => {
    const { _id: userId, hasPassword } = person;
    const own = await listPasskeys(context.db, userId);
    const asked = { purpose: "confirm", userId } as const;
    const passkey = own.length > 0 ? await askForPasskey(context, asked) : null;
    return { password: hasPassword, passkey };
  };
}

export function confirmIdentity(context: IdentityContext): Handler<typeof passkeyCalls.confirm> {
  return async ({ body }, caller) => {
    const asked = { purpose: "confirm", userId: caller.person._id } as const;
    const problem = body.passkey
      ? (await verifyPasskey(context, body.passkey, asked)) === undefined && wrongPasskey
      : await context.signInSteps.identityProblem(context, caller, body.password);
    if (problem) return problem;
    await confirmSession(context.db, caller.session);
    return { confirmed: true };
  };
}
