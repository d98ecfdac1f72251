// Queries that are sent at once fail with the error of the one that failed.
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { expect, inject, it, onTestFinished } from "vitest";
import { connect } from "./connect.ts";
import { errorCode } from "./database-errors.ts";
import { queryRows } from "./query-rows.ts";
import { inTransaction, pipeline } from "./transaction.ts";

function open() {
  const connection = connect(inject("postgresUrl"), { most: 1 });
  onTestFinished(connection.close);
  return connection.db;
}

/** As `Promise.all` hears of them: the one that failed comes last. */
async function later<Answer>(answer: Promise<Answer>): Promise<Answer> {
  const ended = await Promise.allSettled([answer]);
  await sleep(50);
  if (ended[0].status === "rejected") throw ended[0].reason;
  return ended[0].value;
}

it("the reason is told, not that others were refused for it", async () => {
  const failed = inTransaction(open(), (db) =>
    pipeline(later(queryRows(db, sql`select 1 / 0`)), queryRows(db, sql`select 1`)),
  );
  expect(errorCode(await failed.catch((error) => error))).toBe("22012");
});

it("negative control: the first that is heard of is one that was refused for another", async () => {
  const failed = inTransaction(open(), (db) =>
    Promise.all([later(queryRows(db, sql`select 1 / 0`)), queryRows(db, sql`select 1`)]),
  );
  expect(errorCode(await failed.catch((error) => error))).toBe("25P02");
});

it("answers all, in order", async () => {
  const answers = await inTransaction(open(), (db) =>
    pipeline(later(queryRows(db, sql`select 1 as one`)), queryRows(db, sql`select 2 as two`)),
  );
  expect(answers).toEqual([[{ one: 1 }], [{ two: 2 }]]);
});

it("sends them in the order in which they are written", async () => {
  const answers = await inTransaction(open(), (db) =>
    pipeline(
      queryRows(db, sql`select set_config('shop.test', 'first', true)`),
      queryRows(db, sql`select current_setting('shop.test') as seen`),
    ),
  );
  expect(answers[1]).toEqual([{ seen: "first" }]);
});

it("refuses a query that would be sent after the others", async () => {
  const mixed = inTransaction(open(), (db) =>
    pipeline(db.execute(sql`select 1`), queryRows(db, sql`select 2`)),
  );
  await expect(mixed).rejects.toThrow("Not sent yet");
});
