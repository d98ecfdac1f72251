import { deleteExpiredSignIns } from "#server/modules/identity/delete-expired-sign-ins.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import {
  isDatabaseUnreachable,
  withoutQueryValues,
} from "#server/platform/database/database-errors.ts";
import { deleteExpiredLimits } from "#server/platform/rate-limits/consume-limit.ts";
import { log } from "#server/platform/telemetry/log/log.ts";

const intervalMs = 10 * 60_000;

/** Expired rows are ignored everywhere; deleting them only saves space. Returns stop(). */
export function startDeletingExpired(db: Queries): () => void {
  const timer = setInterval(() => void deleteExpired(db), intervalMs).unref();
  return () => clearInterval(timer);
}

export async function deleteExpired(db: Queries): Promise<void> {
  try {
    await deleteExpiredSignIns(db);
    await deleteExpiredLimits(db);
  } catch (error) {
    if (isDatabaseUnreachable(error)) return;
    log.error({ err: withoutQueryValues(error) }, "Could not delete expired rows");
  }
}
