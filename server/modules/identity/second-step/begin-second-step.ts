import type { secondStepCalls } from "#contract/second-step.ts";
import type { Context } from "#server/context.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import { askForPasskey } from "../verify-passkey.ts";
import { findPendingSignIn, tooLate } from "./pending-sign-ins.ts";
import { findSecondFactors } from "./second-factors.ts";

export function beginSecondStep(context: Context): Handler<typeof secondStepCalls.begin> {
  return async (_given, caller) => {
    const userId = await findPendingSignIn(context, caller);
    if (!userId) return tooLate;
    const { app, passkey } = await findSecondFactors(context, userId);
    const asked = { purpose: "second-step", userId } as const;
    return { app, passkey: passkey ? await askForPasskey(context, asked) : null };
  };
}
