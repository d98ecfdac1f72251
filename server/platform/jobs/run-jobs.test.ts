import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { connect } from "#server/platform/database/connect.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { addJobs, changeJobs, makeJobsDue } from "#tests/builders/job.ts";
import { timeFromNow } from "#tests/builders/time.ts";
import { createDatabase } from "#tests/create-database.ts";
import { expectWarning } from "#tests/fail-on-warnings.ts";
import { defineJob, defineSchedule, type JobDefinition } from "./job.ts";
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
  const job = defineJob({
    kind: "note",
    title: "Note",
    payload,
    run: async ({ name }) => void ran.push(name),
  });
  await enqueue(db, job, { payload: { name: "second" }, priority: 2 });
  await enqueue(db, job, { payload: { name: "first" }, priority: 1 });
  await start(job);
  await expect.poll(rows).toEqual([]);
  expect(ran).toEqual(["first", "second"]);
});

it("runs one job of each share in turn, and a newcomer after one of each who waits", async () => {
  const { db, start, rows } = await open();
  const ran: string[] = [];
  const job = defineJob({
    kind: "note",
    title: "Note",
    payload,
    run: async ({ name }) => {
      ran.push(name);
      if (name === "b1") await add("c1");
    },
  });
  const add = (name: string) =>
    enqueue(db, job, { payload: { name }, share: name.slice(0, 1), priority: 0 });
  for (const name of ["a1", "a2", "a3", "b1", "a4", "b2"]) await add(name);
  await enqueue(db, job, { payload: { name: "without" }, priority: 1 });
  await start(job);
  await expect.poll(rows).toEqual([]);
  expect(ran).toEqual(["a1", "b1", "a2", "b2", "c1", "a3", "a4", "without"]);
});

it("runs the newest and the oldest in turn where a kind asks for it", async () => {
  const { db, start, rows } = await open();
  const ran: string[] = [];
  const job = defineJob({
    kind: "note",
    title: "Note",
    payload,
    inTurn: true,
    run: async ({ name }) => void ran.push(name),
  });
  for (const minutes of [-5, -4, -3, -2, -1]) {
    const runAt = timeFromNow({ minutes });
    await enqueue(db, job, { payload: { name: `${minutes}` }, runAt });
  }
  await start(job);
  await expect.poll(rows).toEqual([]);
  expect(ran).toEqual(["-5", "-1", "-4", "-2", "-3"]);
});

it("does not queue what the transaction rolls back", async () => {
  const { db, rows } = await open();
  const job = defineJob({ kind: "note", title: "Note", payload, run: async () => {} });
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
    title: "Note",
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

it("runs what is queued during its last attempt though that attempt fails", async () => {
  expectWarning(/Job note failed/);
  const { db, start, rows } = await open();
  const ran: string[] = [];
  const job = defineJob({
    kind: "note",
    title: "Note",
    payload,
    maxAttempts: 1,
    run: async ({ name }) => {
      ran.push(name);
      if (name === "newer") return;
      await enqueue(db, job, { payload: { name: "newer" }, key: "one" });
      throw new Error("the printer is on fire");
    },
  });
  await enqueue(db, job, { payload: { name: "old" }, key: "one" });
  await start(job);
  await expect.poll(rows).toEqual([]);
  expect(ran).toEqual(["old", "newer"]);
});

it("runs other jobs while one fails, gives up, and tries again when asked", async () => {
  expectWarning(/Job broken failed/);
  const { db, start, rows } = await open();
  let isMended = false;
  const ran: string[] = [];
  const broken = defineJob({
    kind: "broken",
    title: "Broken",
    payload,
    maxAttempts: 1,
    run: async () => {
      if (!isMended) throw new Error("the printer is on fire");
      ran.push("broken");
    },
  });
  const good = defineJob({
    kind: "good",
    title: "Good",
    payload,
    run: async ({ name }) => void ran.push(name),
  });
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
  expect(await retryFailedJob(db, row?.id ?? "")).toBe("broken");
  expect(await retryFailedJob(db, row?.id ?? "")).toBeUndefined();
  runner.wake();
  await expect.poll(rows).toEqual([]);
  expect(ran).toEqual(["good", "broken"]);
});

it("refuses a payload that its definition does not know", async () => {
  expectWarning(/Job note failed/);
  const { db, start, rows } = await open();
  const job = defineJob({
    kind: "note",
    title: "Note",
    payload,
    maxAttempts: 1,
    run: async () => {},
  });
  await addJobs(db, [{ kind: "note", payload: { name: 7 } }]);
  await start(job);
  await expect.poll(async () => (await rows())[0]?.failedAt).toBeInstanceOf(Date);
});

it("runs a schedule in one of two processes, and again when it is due", async () => {
  const url = await createDatabase();
  const [one, other] = [await open(url), await open(url)];
  let runs = 0;
  const job = defineSchedule({
    kind: "tidy",
    title: "Tidy",
    everySeconds: 3_600,
    run: async () => runs++,
  });
  const runners = [await one.start(job), await other.start(job)];
  for (const expected of [1, 2]) {
    await makeJobsDue(one.db);
    for (const runner of runners) runner.wake();
    await expect
      .poll(async () => (await one.rows())[0]?.runAt.getTime())
      .toBeGreaterThan(Date.now() + 3_500_000);
    expect(runs).toBe(expected);
  }
});

it("takes over what a killed process left when its lease has ended", async () => {
  const { db, start, rows } = await open();
  const ran: string[] = [];
  const job = defineJob({
    kind: "note",
    title: "Note",
    payload,
    run: async ({ name }) => void ran.push(name),
  });
  await enqueue(db, job, { payload: { name: "left" } });
  const lease = crypto.randomUUID();
  const leasedUntil = (runAt: Date) => changeJobs(db, "note", { lease, attempts: 1, runAt });
  await leasedUntil(timeFromNow({ hours: 1 }));
  const runner = await start(job);
  runner.wake();
  expect(ran).toEqual([]);
  await leasedUntil(new Date());
  await expect.poll(rows).toEqual([]);
  expect(ran).toEqual(["left"]);
});

it("ends a run under way when the shop stops, and leaves it due", async () => {
  const { db, start, rows } = await open();
  const begun = Promise.withResolvers<void>();
  const job = defineJob({
    kind: "long",
    title: "Long",
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

it("gives up a job whose process dies during each attempt", async () => {
  expectWarning(/Job note failed \(attempt 4\).*: The process ended during each attempt/);
  const { db, start, rows } = await open();
  const job = defineJob({
    kind: "note",
    title: "Note",
    payload,
    maxAttempts: 3,
    run: () => Promise.reject(new Error("Runs although it was given up")),
  });
  await enqueue(db, job, { payload: { name: "poison" } });
  await changeJobs(db, job.kind, { lease: crypto.randomUUID(), attempts: 3, runAt: new Date() });
  await start(job);
  await expect.poll(async () => (await rows())[0]?.failedAt).toBeInstanceOf(Date);
});

it("ends a run that takes too long though it ignores its signal, and runs the next", async () => {
  expectWarning(/Job stuck failed \(attempt 1\).*Took longer than 0.1 seconds/);
  const { db, start, rows } = await open();
  const ran: string[] = [];
  const job = defineJob({
    kind: "stuck",
    title: "Stuck",
    payload,
    timeoutSeconds: 0.1,
    maxAttempts: 1,
    run: ({ name }) =>
      name === "stuck" ? new Promise(() => {}) : Promise.resolve(void ran.push(name)),
  });
  await enqueue(db, job, { payload: { name: "stuck" }, priority: 0 });
  await enqueue(db, job, { payload: { name: "next" } });
  await start(job);
  await expect.poll(() => ran).toEqual(["next"]);
  expect(await rows()).toMatchObject([{ payload: { name: "stuck" }, attempts: 1 }]);
});

it("keeps no e-mail or key in the error that admins read", async () => {
  expectWarning(/Job note failed/);
  const { db, start, rows } = await open();
  const job = defineJob({
    kind: "note",
    title: "Note",
    payload,
    maxAttempts: 1,
    run: async () => {
      throw new Error("550 vera@shop.example is unknown, said sk_test_51abc");
    },
  });
  await enqueue(db, job, { payload: { name: "x" } });
  await start(job);
  await expect
    .poll(async () => (await rows())[0]?.lastError)
    .toBe("550 [e-mail] is unknown, said [key]");
});

it("runs a job however long the queue of another kind is, whatever its priority", async () => {
  const { db, start } = await open();
  const held = Promise.withResolvers<void>();
  const busy = defineJob({ kind: "busy", title: "Busy", payload, run: () => held.promise });
  let ran = 0;
  const other = defineJob({ kind: "other", title: "Other", payload, run: async () => void ran++ });
  const urgent = { kind: "busy", payload: { name: "x" }, priority: 0 };
  await addJobs(db, Array(5_000).fill(urgent));
  await start(busy, other);
  await enqueue(db, other, { payload: { name: "x" } });
  await expect.poll(() => ran).toBe(1);
  held.resolve();
});
