// Jobs that are due, late, or failed.
import { and, eq, isNotNull, isNull, like, sql } from "drizzle-orm";
import { expect, vi } from "vitest";
import type { Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { jobs } from "#server/platform/jobs/tables.ts";

type Job = typeof jobs.$inferInsert;

/**
 * Of the kinds that begin so, or all, but for those that run: their `run_at` is the end of the lease.
 * Runners look for them when they are woken.
 */
export async function makeJobsDue(db: Queries, kind = ""): Promise<void> {
  await db
    .update(jobs)
    .set({ runAt: sql`now()` })
    .where(and(like(jobs.kind, `${kind}%`), isNull(jobs.lease)));
}

export const changeJobs = (db: Queries, kind: string, changes: Partial<Job>) =>
  db.update(jobs).set(changes).where(eq(jobs.kind, kind));

export const addJobs = (db: Queries, added: Omit<Job, "id">[]) =>
  db.insert(jobs).values(added.map((job) => ({ id: newId(), ...job })));

/** A letter that is not tried again until an admin says so. */
export async function addFailedLetter(
  { shop }: { shop: { db: Queries } },
  lastError: string,
  about: string | null = null,
): Promise<string> {
  const id = newId();
  const payload = { kind: "order-paid", email: "vera@shop.example", about };
  // Two within a millisecond differ.
  const now = sql`clock_timestamp()`;
  const failed = { attempts: 34, lastError, lastRunAt: now, failedAt: now };
  await shop.db.insert(jobs).values({ id, kind: "letter", payload, ...failed });
  return id;
}

/** As `addFailedLetter`, each a second older than the one before. */
export const addFailedLetters = ({ shop }: { shop: { db: Queries } }, many: number, why: string) =>
  shop.db.execute(sql`insert into jobs (id, kind, payload, attempts, last_error, last_run_at, failed_at)
    select uuidv7(ago), 'letter', '{"kind": "order-paid", "about": null}', 34, ${why}::text, now() + ago, now() + ago
    from (select make_interval(secs => -n) as ago from generate_series(1, ${many}::int) n) a`);

/** Those of the kinds that begin so run no more, and none of them runs at this moment. */
export async function holdJobs(db: Queries, kind: string): Promise<void> {
  const ofKind = like(jobs.kind, `${kind}%`);
  const held = sql`now() + interval '100 years'`;
  const open = sql`(lease is not null or run_at < now() + interval '1 year')`;
  const hold = async () => {
    await db
      .update(jobs)
      .set({ runAt: held })
      .where(and(ofKind, isNull(jobs.lease)));
    return (await db.select().from(jobs).where(and(ofKind, open))).length;
  };
  // Shops also start before the tests of a file, where expect.poll may not be called.
  await vi.waitFor(async () => expect(await hold()).toBe(0), { timeout: 30_000 });
}

export const removeFailedJobs = (db: Queries) => db.delete(jobs).where(isNotNull(jobs.lastError));
export const removeJobs = (db: Queries, kind: string) => db.delete(jobs).where(eq(jobs.kind, kind));
export const removeJob = (db: Queries, id: string) => db.delete(jobs).where(eq(jobs.id, id));
export const hasJob = async (db: Queries, id: string) =>
  (await db.select().from(jobs).where(eq(jobs.id, id))).length > 0;

/** Jobs of the kinds that begin so which have been tried this often, and do not run. */
export const countTriedJobs = (db: Queries, kind: string, attempts: number) =>
  db
    .select()
    .from(jobs)
    .where(and(like(jobs.kind, `${kind}%`), sql`attempts >= ${attempts} and lease is null`))
    .then(({ length }) => length);

/** Until a job of this kind is due. */
export async function hoursUntilDue(db: Queries, kind: string): Promise<number> {
  const [job] = await db.select().from(jobs).where(eq(jobs.kind, kind));
  return ((job?.runAt.getTime() ?? 0) - Date.now()) / 3_600_000;
}
