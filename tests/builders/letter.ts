// Letters that wait to be sent are jobs.
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { jobs } from "#server/platform/jobs/tables.ts";
import type { OpenShop } from "../open-shop.ts";

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

export const waitUntilLettersSent = ({ shop }: OpenShop) =>
  expect.poll(() => findWaitingLetters(shop.db)).toEqual([]);

/** Of one person, as if they had been queued then. */
export async function redateLetters(db: Queries, email: string, createdAt: Date): Promise<void> {
  await db.update(jobs).set({ createdAt }).where(sql`payload->>'email' = ${email}`);
}

export async function dropLetters({ shop }: OpenShop): Promise<void> {
  await shop.db.execute(
    sql.raw(`
    create function drop_letter() returns trigger language plpgsql as 'begin return null; end';
    create trigger then_drop before insert on jobs
      for each row when (new.kind = 'letter') execute function drop_letter()`),
  );
}

/** Sent letters are deleted; this records the kinds of those about an order or a refund of it. */
export async function recordLetters({ shop }: OpenShop) {
  await shop.db.execute(
    sql.raw(`
    create table kept_letters (kind text, about uuid, at timestamptz default clock_timestamp());
    create function keep_letter() returns trigger language plpgsql as $$ begin
      insert into kept_letters values (new.payload->>'kind', (new.payload->>'about')::uuid);
      return new; end $$;
    create trigger before_all_keep before insert on jobs
      for each row when (new.kind = 'letter') execute function keep_letter()`),
  );
  return async (orderId: string) => {
    const rows = await queryRows<{ kind: string }>(
      shop.db,
      sql`
      select kind from kept_letters
      where about = ${orderId} or about in (select id from refunds where order_id = ${orderId})
      order by at`,
    );
    return rows.map(({ kind }) => kind);
  };
}
