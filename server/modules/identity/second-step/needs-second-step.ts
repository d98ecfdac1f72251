import { requiresSecondFactor } from "#server/modules/settings/store.ts";
import type { Env } from "#server/platform/config/env.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { findSecondFactors } from "./second-factors.ts";

/**
 * True for a person with an authenticator app. A passkey counts only for admins of a shop that
 * requires two factors of them.
 */
export async function needsSecondStep(
  { db, env }: { db: Queries; env: Env },
  userId: string,
): Promise<boolean> {
  const { app, passkey, isAdmin } = await findSecondFactors({ db }, userId);
  return app || (passkey && isAdmin && (await requiresSecondFactor(db, env)));
}
