// What the log says of a query that failed names no value of it.
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { expectWarning, warningsSoFar } from "#tests/fail-on-warnings.ts";
import { openShop } from "#tests/open-shop.ts";
import { goodPassword, openVisitor } from "#tests/people.ts";

it.each([
  ["a broken rule", "alter table users add constraint never check (length(name) > 1000)", "never"],
  ["a missing column", "alter table users rename column password_hash to gone", "password_hash"],
])("tells of %s and of no person", async (_, breakage, word) => {
  const open = await openShop();
  const { shop } = open;
  await shop.db.execute(sql.raw(breakage));
  expectWarning(new RegExp(word));
  const { status } = await openVisitor(open).send("POST", "/api/identity/sign-up", {
    name: "Vera Lind",
    email: "vera@example.com",
    password: goodPassword,
  });
  expect(status).toBe(500);
  const log = warningsSoFar().join("\n");
  expect(log).toContain(word);
  expect(log).toMatch(/server\/modules\/(identity|customers)\//);
  expect(log).not.toMatch(/vera|argon2id|\bcustomer\b/i);
});

it.each(["53100", "53200"])("says to come again when PostgreSQL has no room (%s)", async (code) => {
  const open = await openShop();
  await open.shop.db.execute(
    sql.raw(`
    create function no_room() returns trigger language plpgsql as
      $$ begin raise exception 'no room' using errcode = '${code}'; end $$;
    create trigger no_room before insert on users for each row execute function no_room()`),
  );
  expectWarning(/The database cannot be reached/);
  const response = await openVisitor(open).request("/api/identity/sign-up", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "Vera Lind", email: "v@example.com", password: goodPassword }),
  });
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "2"]);
});
