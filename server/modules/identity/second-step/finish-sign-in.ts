import { Refusal } from "#contract/refusals.ts";
import type { secondStepCalls } from "#contract/second-step.ts";
import type { Context } from "#server/context.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import { findPerson } from "../credentials.ts";
import { rememberDevice } from "../known-devices.ts";
import { startSession } from "../start-session.ts";
import { consumePendingSignIn, findPendingSignIn, tooLate } from "./pending-sign-ins.ts";
import { verifySecondStep } from "./verify-second-step.ts";

export function finishSignIn(context: Context): Handler<typeof secondStepCalls.finish> {
  return async ({ body }, caller) => {
    const userId = await findPendingSignIn(context, caller);
    const user = userId && (await findPerson(context.db, userId, context.filterPicture));
    if (!user) return tooLate;
    const asked = { given: body, purpose: "second-step" } as const;
    const result = await verifySecondStep(context, caller, user, asked);
    if (result instanceof Refusal) return result;
    if (!(await consumePendingSignIn(context, caller))) return tooLate;
    if (!(await startSession(context, caller, user._id, { byFactor: true }))) return tooLate;
    await rememberDevice(context, caller, { id: user._id, email: user.email });
    return { user, ...result };
  };
}
