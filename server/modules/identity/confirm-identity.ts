// Before changes that somebody in an open browser must not make, the person proves who they are.
import type { passkeyCalls } from "#contract/passkeys.ts";
import { Refusal } from "#contract/refusals.ts";
import type { Context } from "#server/context.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import { identityProblem } from "./own-sign-ins.ts";
import { needsSecondStep } from "./second-step/needs-second-step.ts";
import { findSecondFactors } from "./second-step/second-factors.ts";
import { verifySecondStep } from "./second-step/verify-second-step.ts";
import { confirmSession } from "./sessions.ts";
import { askForPasskey } from "./verify-passkey.ts";

export function beginConfirm(context: Context): Handler<typeof passkeyCalls.beginConfirm> {
  return async (_given, { person }) => {
    const { _id: userId, hasPassword } = person;
    const { app, passkey } = await findSecondFactors(context, userId);
    const asked = { purpose: "confirm", userId } as const;
    return {
      app,
      password: hasPassword && !(await needsSecondStep(context, userId)),
      passkey: passkey ? await askForPasskey(context, asked) : null,
    };
  };
}

/** Where the second step is on, the password alone is not enough. */
export function confirmIdentity(context: Context): Handler<typeof passkeyCalls.confirm> {
  return async ({ body }, caller) => {
    const { db } = context;
    const { person, session } = caller;
    const isByFactor = !!body.passkey || (await needsSecondStep(context, person._id));
    if (!isByFactor) {
      const problem = await identityProblem(context, caller, body.password);
      if (problem) return problem;
      await confirmSession(db, session);
      return { confirmed: true };
    }
    const asked = { given: body, purpose: "confirm" } as const;
    const result = await verifySecondStep(context, caller, person, asked);
    if (result instanceof Refusal) return result;
    await confirmSession(db, session, { byFactor: true });
    return { confirmed: true };
  };
}
