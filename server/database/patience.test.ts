// What one request asks has so long in all; what it waits for elsewhere is not counted.
import { setTimeout as sleep } from "node:timers/promises";
import { expect, inject, it, onTestFinished } from "vitest";
import { connect, forOneRequest } from "./connect.ts";
import { isDatabaseUnreachable } from "./failures.ts";
import { answeredWithin } from "./patience.ts";

/** With so much left, in milliseconds. */
function open(left: number) {
  const connection = connect(inject("postgresUrl"), { most: 2 });
  onTestFinished(connection.close);
  return forOneRequest(connection, answeredWithin - left);
}

it("several questions share the time of one request", async () => {
  const { sql } = open(2_500);
  await sql`select pg_sleep(1)`;
  await sql.begin((within) => within`select pg_sleep(1)`);
  const error = await sql`select pg_sleep(1)`.catch((reason) => reason);
  expect(isDatabaseUnreachable(error)).toBe(true);
  const begun = await sql.begin((within) => within`select 1`).catch((reason) => reason);
  expect(isDatabaseUnreachable(begun)).toBe(true);
});

it("what is done between them is not counted", async () => {
  const { sql } = open(1_500);
  await sql`select 1`;
  await sleep(2_000);
  expect(await sql`select 2 as two`).toEqual([{ two: 2 }]);
});
