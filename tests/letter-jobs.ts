// Letters that wait to be sent are jobs.
import { sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import type { OpenShop } from "./open-shop.ts";

export type WaitingLetter = { kind: string; email: string; about: string | null; attempts: number };

export const findWaitingLetters = (db: Queries): Promise<WaitingLetter[]> =>
  queryRows<WaitingLetter>(
    db,
    sql`select payload->>'kind' as kind, payload->>'email' as email, payload->>'about' as about, attempts
      from jobs where kind = 'letter' order by payload->>'email', created_at`,
  );

/** From now on letters wait until they are released. */
export async function holdLetters({ shop }: OpenShop): Promise<void> {
  await shop.db.execute(
    sql.raw(`
    create function hold_letter() returns trigger language plpgsql as
      'begin new.run_at = now() + interval ''1 hour''; return new; end';
    create trigger hold_letters before insert on jobs
      for each row when (new.kind = 'letter') execute function hold_letter()`),
  );
}

export async function releaseLetters({ shop }: OpenShop): Promise<void> {
  await shop.db.execute(sql`drop trigger if exists hold_letters on jobs`);
  await makeLettersDue(shop.db);
  shop.jobs.wake();
}

export async function makeLettersDue(db: Queries): Promise<void> {
  await db.execute(sql`update jobs set run_at = now() where kind = 'letter' and lease is null`);
}
