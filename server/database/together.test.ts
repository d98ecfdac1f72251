// What is sent together fails for the reason of the one that failed, so that it is tried again, or
// told to come again, as if it had been alone.
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { expect, inject, it, onTestFinished } from "vitest";
import { connect } from "./connect.ts";
import { codeOf } from "./failures.ts";
import { together } from "./together.ts";

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
  const failed = open().transaction((db) =>
    together(later(db.execute(sql`select 1 / 0`)), db.execute(sql`select 1`)),
  );
  expect(codeOf(await failed.catch((error) => error))).toBe("22012");
});

it("negative control: the first that is heard of is one that was refused for another", async () => {
  const failed = open().transaction((db) =>
    Promise.all([later(db.execute(sql`select 1 / 0`)), db.execute(sql`select 1`)]),
  );
  expect(codeOf(await failed.catch((error) => error))).toBe("25P02");
});

it("answers all, in order", async () => {
  const answers = await open().transaction((db) =>
    together(later(db.execute(sql`select 1 as one`)), db.execute(sql`select 2 as two`)),
  );
  expect(answers.map((rows) => [...rows])).toEqual([[{ one: 1 }], [{ two: 2 }]]);
});
