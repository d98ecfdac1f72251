// A sign-in with a password that is being changed at the same moment.

import { expect, it } from "vitest";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { countBlocked } from "#tests/builders/lock.ts";
import { changePerson } from "#tests/builders/person.ts";
import { findSessions } from "#tests/builders/session.ts";
import { openShop } from "#tests/open-shop.ts";
import { openVisitor, signUp } from "#tests/people.ts";

it("waits for the change, is refused by it, and leaves no session", async () => {
  const shop = await openShop();
  const vera = await signUp(shop);
  const { email, password } = vera;
  const { db } = shop.shop;
  const before = await findSessions(shop, vera);
  const browser = openVisitor(shop);
  let status = 0;
  let signIn: Promise<unknown> = Promise.resolve();
  await inTransaction(db, async (tx) => {
    await changePerson(tx, vera, { passwordHash: "another" });
    signIn = browser.send("POST", "/api/identity/sign-in", { email, password }).then((answer) => {
      status = answer.status;
    });
    await expect.poll(async () => status || (await countBlocked(db))).toBe(1);
  });
  await signIn;
  expect(status).toBe(401);
  expect(browser.cookies.has("session")).toBe(false);
  expect(await findSessions(shop, vera)).toEqual(before);
});
