// What the log says of a query that failed names no value of it.
import { expect, it } from "vitest";
import { openShop } from "#tests/open-shop.ts";
import { goodPassword, visitor } from "#tests/people.ts";
import { complaintsSoFar, expectComplaint } from "#tests/silence.ts";

it.each([
  ["a broken rule", "alter table users add constraint never check (length(name) > 1000)", "never"],
  ["a missing column", "alter table users rename column password_hash to gone", "password_hash"],
])("tells of %s and of no person", async (_, breakage, word) => {
  const open = await openShop();
  const { shop } = open;
  await shop.sql.unsafe(breakage);
  expectComplaint(new RegExp(word));
  const { status } = await visitor(open).send("POST", "/api/identity/sign-up", {
    name: "Vera Lind",
    email: "vera@example.com",
    password: goodPassword,
  });
  expect(status).toBe(500);
  const log = complaintsSoFar().join("\n");
  expect(log).toContain(word);
  expect(log).toMatch(/server\/(identity|users)\//);
  expect(log).not.toMatch(/vera|argon2id|customer/i);
});
