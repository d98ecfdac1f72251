import type { SignInSteps } from "../context.ts";
import { startSession } from "../start-session.ts";
import { needsSecondStep } from "./needs-second-step.ts";
import { addPendingSignIn } from "./pending-sign-ins.ts";

export const enter: SignInSteps["enter"] = async (context, caller, userId, passwordHash) => {
  const isPending = await needsSecondStep(context, userId);
  const begun = isPending
    ? await addPendingSignIn(context, caller, userId, passwordHash)
    : await startSession(context, caller, userId, { passwordHash });
  if (!begun) return "refused";
  return isPending ? "second-step" : "session";
};
