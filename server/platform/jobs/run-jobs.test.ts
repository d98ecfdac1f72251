import { setTimeout as sleep } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import { expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { connect, inTransaction } from "#server/platform/database/connect.ts";
import { createDatabase } from "#tests/create-database.ts";
import { expectWarning } from "#tests/fail-on-warnings.ts";
import { defineJob, type JobDefinition } from "./job.ts";
import { startJobs } from "./run-jobs.ts";
import { enqueue, retryFailedJob } from "./store.ts";
import { jobs } from "./tables.ts";

const payload = z.object({ name: z.string() });

async function open(url?: string) {
  const { db, close } = connect(url ?? (await createDatabase()));
  onTestFinished(close);
  const start = async (...definitions: JobDefinition[]) => {
    const runner = await startJobs(db, definitions);
    onTestFinished(() => runner.stop());
    return runner;
  };
  const rows = () => db.select().from(jobs);
  return { db, start, rows };
}

it("runs what is queued once, lowest priority number first", async () => {
  const { db, start, rows } = await open();
  const ran: string[] = [];
  const job = defineJob({ kind: "note", payload, run: async ({ name }) => void ran.push(name) });
  await enqueue(db, job, { payload: { name: "second" }, priority: 2 });
  await enqueue(db, job, { payload: { name: "first" }, priority: 1 });
  await start(job);
  await expect.poll(rows).toEqual([]);
  expect(ran).toEqual(["first", "second"]);
});

it("does not queue what the transaction rolls back", async () => {
  const { db, rows } = await open();
  const job = defineJob({ kind: "note", payload, run: async () => {} });
  const rolledBack = new Error("rolled back");
  const work = inTransaction(db, async (tx) => {
    await enqueue(tx, job, { payload: { name: "never" } });
    throw rolledBack;
  });
  await expect(work).rejects.toBe(rolledBack);
  expect(await rows()).toEqual([]);
});

it("runs once more when the same key is queued during a run", async () => {
  const { db, start, rows } = await open();
  const ran: string[] = [];
  const job = defineJob({
    kind: "note",
    payload,
    concurrency: 5,
    run: async ({ name }) => {
      ran.push(`begin ${name}`);
      if (name === "old") {
        await enqueue(db, job, { payload: { name: "newer" }, key: "one" });
        await enqueue(db, job, { payload: { name: "newest" }, key: "one" });
        await sleep(50);
      }
      ran.push(`end ${name}`);
    },
  });
  await enqueue(db, job, { payload: { name: "old" }, key: "one" });
  await start(job);
  await expect.poll(rows).toEqual([]);
  expect(ran).toEqual(["begin old", "end old", "begin newest", "end newest"]);
});

it("runs other jobs while one fails, gives up, and tries again when asked", async () => {
  expectWarning(/Job broken failed/);
  const { db, start, rows } = await open();
  let isMended = false;
  const ran: string[] = [];
  const broken = defineJob({
    kind: "broken",
    payload,
    maxAttempts: 1,
    run: async () => {
      if (!isMended) throw new Error("the printer is on fire");
      ran.push("broken");
    },
  });
  const good = defineJob({ kind: "good", payload, run: async ({ name }) => void ran.push(name) });
  await enqueue(db, broken, { payload: { name: "x" } });
  await enqueue(db, good, { payload: { name: "good" }, priority: 9 });
  const runner = await start(broken, good);
  await expect.poll(() => ran).toEqual(["good"]);
  const failed = async () => (await rows()).filter(({ failedAt }) => failedAt);
  await expect
    .poll(failed)
    .toMatchObject([{ kind: "broken", attempts: 1, lastError: "the printer is on fire" }]);
  isMended = true;
  const [row] = await failed();
  expect(await retryFailedJob(db, row?.id ?? "")).toBe(true);
  expect(await retryFailedJob(db, row?.id ?? "")).toBe(false);
  runner.wake();
  await expect.poll(rows).toEqual([]);
  expect(ran).toEqual(["good", "broken"]);
});

it("refuses a payload that its definition does not know", async () => {
  expectWarning(/Job note failed/);
  const { db, start, rows } = await open();
  const job = defineJob({ kind: "note", payload, maxAttempts: 1, run: async () => {} });
  await db.insert(jobs).values({ id: crypto.randomUUID(), kind: "note", payload: { name: 7 } });
  await start(job);
  await expect.poll(async () => (await rows())[0]?.failedAt).toBeInstanceOf(Date);
});

it("runs a schedule in one of two processes, and again when it is due", async () => {
  const url = await createDatabase();
  const [one, other] = [await open(url), await open(url)];
  let runs = 0;
  const job = defineJob({
    kind: "tidy",
    payload: z.object({}),
    everySeconds: 3_600,
    run: async () => void runs++,
  });
  const runners = [await one.start(job), await other.start(job)];
  await expect.poll(async () => (await one.rows())[0]).toMatchObject({ lease: null, attempts: 0 });
  expect(runs).toBe(1);
  await one.db.update(jobs).set({ runAt: sql`now()` });
  for (const runner of runners) runner.wake();
  await expect.poll(() => runs).toBe(2);
});

it("takes over what a killed process left when its lease has ended", async () => {
  const { db, start, rows } = await open();
  const ran: string[] = [];
  const job = defineJob({ kind: "note", payload, run: async ({ name }) => void ran.push(name) });
  await enqueue(db, job, { payload: { name: "left" } });
  const lease = crypto.randomUUID();
  const leasedUntil = (time: string) =>
    db
      .update(jobs)
      .set({ lease, attempts: 1, runAt: sql.raw(time) })
      .where(eq(jobs.kind, "note"));
  await leasedUntil("now() + interval '1 hour'");
  const runner = await start(job);
  runner.wake();
  expect(ran).toEqual([]);
  await leasedUntil("now()");
  await expect.poll(rows).toEqual([]);
  expect(ran).toEqual(["left"]);
});

it("ends a run under way when the shop stops, and leaves it due", async () => {
  const { db, start, rows } = await open();
  const begun = Promise.withResolvers<void>();
  const job = defineJob({
    kind: "long",
    payload,
    run: async (_, { signal }) => {
      begun.resolve();
      await sleep(60_000, undefined, { signal });
    },
  });
  await enqueue(db, job, { payload: { name: "x" } });
  const runner = await start(job);
  await begun.promise;
  await runner.stop();
  expect(await rows()).toMatchObject([{ lease: null, failedAt: null }]);
});
