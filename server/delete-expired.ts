// Removes what has run out. Nothing depends on it being gone: it would only pile up.
import { sql } from "drizzle-orm";
import type { Queries } from "./platform/database/connect.ts";
import { isDatabaseUnreachable, withoutQueryValues } from "./platform/database/database-errors.ts";
import { log } from "./platform/telemetry/log/log.ts";

const every = 10 * 60_000;

export function startDeletingExpired(db: Queries): () => void {
  const timer = setInterval(() => void deleteExpired(db), every).unref();
  return () => clearInterval(timer);
}

export async function deleteExpired(db: Queries): Promise<void> {
  try {
    await db.execute(sql`delete from sessions where expires_at < now()`);
    await db.execute(sql`delete from known_devices where expires_at < now()`);
    await db.execute(sql`delete from one_time_tokens where expires_at < now()`);
    await db.execute(sql`delete from limits where until < now()`);
  } catch (error) {
    if (isDatabaseUnreachable(error)) return;
    log.error({ err: withoutQueryValues(error) }, "Expired rows could not be deleted");
  }
}
