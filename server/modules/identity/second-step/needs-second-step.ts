import { requiresSecondFactor } from "#server/modules/settings/store.ts";
import type { SignInSteps } from "../context.ts";
import { findSecondFactors } from "./second-factors.ts";

export const needsSecondStep: SignInSteps["needsSecondStep"] = async ({ db, env }, userId) => {
  const { app, passkey, isAdmin } = await findSecondFactors({ db }, userId);
  return app || (passkey && isAdmin && (await requiresSecondFactor(db, env)));
};
