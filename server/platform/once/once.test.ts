import { expect, it, onTestFinished } from "vitest";
import { refuse } from "#contract/refusals.ts";
import { nothingToAudit } from "#server/platform/audit/record-action.ts";
import { connect, type Queries } from "#server/platform/database/connect.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { addKeptAnswer, ageAnswers, isKept } from "#tests/builders/kept-answer.ts";
import { addLimits } from "#tests/builders/limit.ts";
import { countBlocked } from "#tests/builders/lock.ts";
import { createDatabase } from "#tests/create-database.ts";
import { keyedCalls } from "#tests/keyed-calls.ts";
import { deleteOldAnswers, keyedRequest, keyReused, once } from "./once.ts";

async function open() {
  const { db, close } = connect(await createDatabase());
  onTestFinished(close);
  let done = 0;
  const work = async () => ({ reply: { number: ++done }, noted: nothingToAudit });
  return { db, work, times: () => done };
}

const request = (body: object = {}) =>
  keyedRequest(
    { method: "POST", path: "/things/:id" },
    { params: { id: "1" }, body: { key: "k", ...body } },
    { who: "ada" },
  );

it("answers a repeat as the first time, in whatever order its fields are sent", async () => {
  const { db, work, times } = await open();
  const first = await once(db, request({ name: "a", list: [{ x: 1, y: 2 }] }), work);
  const again = await once(db, request({ list: [{ y: 2, x: 1 }], name: "a" }), work);
  expect([first, again, times()]).toMatchObject([{ reply: { number: 1 } }, first, 1]);
});

it("refuses the key for another body, and does nothing", async () => {
  const { db, work, times } = await open();
  await once(db, request({ pieces: 1 }), work);
  const other = await once(db, request({ pieces: 2 }), work);
  expect(other).toMatchObject({ code: "key-reused", status: 409 });
  expect(times()).toBe(1);
});

it.each([
  ["another person", { who: "bob" }],
  ["another call", { call: "POST /things/2" }],
  ["another key", { key: "other" }],
])("keeps answers apart by %s", async (_, other) => {
  const { db, work, times } = await open();
  await once(db, request(), work);
  await once(db, { ...request(), ...other }, work);
  expect(times()).toBe(2);
});

it("keeps neither a refusal nor a failure", async () => {
  const { db, work } = await open();
  const refusal = refuse("conflict", "Not now.");
  expect(await once(db, request(), async () => refusal)).toBe(refusal);
  const failing = inTransaction(db, (tx) => once(tx, request(), () => Promise.reject(refusal)));
  await expect(failing).rejects.toBe(refusal);
  expect(await once(db, request({ name: "corrected" }), work)).toMatchObject({
    reply: { number: 1 },
  });
});

it("answers what an earlier release has done, of which the body is not known", async () => {
  const { db, work, times } = await open();
  await addKeptAnswer(db, request(), { number: 7 });
  expect(await once(db, request({ name: "a" }), work)).toMatchObject({ reply: { number: 7 } });
  expect(times()).toBe(0);
});

it("forgets answers after a day, when the index of what was done still refuses the key", async () => {
  const { db, work, times } = await open();
  const store = async (tx: Queries) => {
    await addLimits(tx, "done under k", 1, new Date());
    return work();
  };
  const send = () =>
    inTransaction(db, (tx) => once(tx, { ...request(), index: "limits_pkey" }, store));
  await send();
  await ageAnswers(db, "23 hours 59 minutes");
  await deleteOldAnswers(db);
  expect(await send()).toMatchObject({ reply: { number: 1 } });
  await ageAnswers(db, "2 minutes");
  await deleteOldAnswers(db);
  await expect(send()).rejects.toMatchObject({ refusal: { code: "key-reused" } });
  expect(times()).toBe(1);
});

/** Known to be wrong: it looks before it waits. */
const onceWithoutLock: typeof once = async (tx, request, work) => {
  if (await isKept(tx, request)) return keyReused;
  const done = await work(tx);
  if (!(await isKept(tx, request))) await addKeptAnswer(tx, request, {});
  return done;
};

/** The second is sent while the first one works. */
async function sendTwoAtOnce(tested: typeof once) {
  const { db, work, times } = await open();
  const [begun, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const first = inTransaction(db, (tx) =>
    tested(tx, request(), async () => {
      begun.resolve();
      await finish.promise;
      return work();
    }),
  );
  await begun.promise;
  const second = inTransaction(db, (tx) => tested(tx, request(), work));
  const isSecondDone = second.then(() => true);
  const isWaiting = async () => (await countBlocked(db)) > 0 || times() > 0;
  await expect.poll(isWaiting).toBe(true);
  finish.resolve();
  await Promise.all([first, isSecondDone]);
  return { answers: [await first, await second], times: times() };
}

it("lets the second of two at once wait for the answer of the first", async () => {
  const { answers, times } = await sendTwoAtOnce(once);
  expect(times).toBe(1);
  expect(answers[1]).toEqual(answers[0]);
});

it("would be seen to work twice without its lock", async () => {
  expect((await sendTwoAtOnce(onceWithoutLock)).times).toBe(2);
});

it("is declared by each call that takes a key", () => {
  expect(keyedCalls.length).toBeGreaterThan(15);
  for (const { call } of keyedCalls) {
    expect([call.path, call.refusals]).toEqual([call.path, expect.arrayContaining(["key-reused"])]);
  }
});
