import { expect, it } from "vitest";
import { containsSql, problemsOf } from "./check-test-sql.ts";

it.each([
  "queryRows(db, sql`select from users`)",
  "db.execute(statement)",
  "sql.raw(text)",
  "db.update(orders).set({ state })",
  "db.delete(users)",
])("finds SQL: %s", (code) => {
  expect(containsSql(code)).toBe(true);
});

it.each([
  "await shop.db.$count(profiles)",
  "db.select().from(orders)",
  "changePayments(db, order, { amountCents: sql`amount_cents + 1` })",
])("allows what reads tables or is part of a builder's call: %s", (code) => {
  expect(containsSql(code)).toBe(false);
});

it("names files that may not, and places that need no leave", () => {
  const files = new Map([["tests/admin.test.ts", "db.delete(users)"]]);
  expect(problemsOf(files)).toContain(
    "tests/admin.test.ts contains SQL: use a builder of tests/builders",
  );
  expect(problemsOf(files)).toContain(
    "tests/backup.test.ts contains no SQL: strike it in scripts/check-test-sql.ts",
  );
});
