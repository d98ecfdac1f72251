// A sign-in with a password that is being changed at the same moment, with one step and with two.

import { expect, it } from "vitest";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { countBlocked } from "#tests/builders/lock.ts";
import { changePerson } from "#tests/builders/person.ts";
import { findSessions } from "#tests/builders/session.ts";
import { type OpenShop, shareShop } from "#tests/open-shop.ts";
import { openVisitor, type SignedIn, signUp } from "#tests/people.ts";
import { finishSignIn, setUpApp } from "#tests/second-steps.ts";

const share = shareShop();

/** With the old password, while another one is stored. */
async function signInMeanwhile(shop: OpenShop, person: SignedIn) {
  const { email, password } = person;
  const { db } = shop.shop;
  const browser = openVisitor(shop);
  let status = 0;
  let signIn: Promise<unknown> = Promise.resolve();
  await inTransaction(db, async (tx) => {
    await changePerson(tx, person, { passwordHash: "another" });
    signIn = browser.send("POST", "/api/identity/sign-in", { email, password }).then((answer) => {
      status = answer.status;
    });
    await expect.poll(async () => status || (await countBlocked(db))).toBe(1);
  });
  await signIn;
  return { browser, status };
}

it("waits for the change, is refused by it, and leaves no session", async () => {
  const shop = await share();
  const vera = await signUp(shop);
  const before = await findSessions(shop, vera);
  const { browser, status } = await signInMeanwhile(shop, vera);
  expect(status).toBe(401);
  expect(browser.cookies.has("session")).toBe(false);
  expect(await findSessions(shop, vera)).toEqual(before);
});

it("waits for the change, and does not get to the second step", async () => {
  const shop = await share();
  const vera = await signUp(shop);
  const app = await setUpApp(vera);
  const { browser, status } = await signInMeanwhile(shop, vera);
  expect(status).toBe(401);
  expect((await finishSignIn(browser, { code: app.code() })).status).toBe(401);
});
