import { sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";

export async function deleteExpiredSignIns(db: Queries): Promise<void> {
  await db.execute(sql`delete from sessions where expires_at < now()`);
  await db.execute(sql`delete from known_devices where expires_at < now()`);
  await db.execute(sql`delete from one_time_tokens where expires_at < now()`);
  await db.execute(sql`delete from email_changes where expires_at < now()`);
  await db.execute(sql`delete from pending_sign_ins where expires_at < now()`);
  await db.execute(sql`delete from sign_in_codes where expires_at < now()`);
  await db.execute(sql`delete from passkey_challenges where expires_at < now()`);
}
