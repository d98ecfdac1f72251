import type { SecondStep } from "#contract/second-step.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { findAppSince } from "./authenticator-app.ts";
import { countRecoveryCodes } from "./recovery-codes.ts";

export async function readSecondStep(db: Queries, userId: string): Promise<SecondStep> {
  return {
    appSince: (await findAppSince(db, userId))?.toISOString() ?? null,
    recoveryCodesLeft: await countRecoveryCodes(db, userId),
  };
}
