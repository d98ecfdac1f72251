import { expect, it } from "vitest";
import { aPart } from "#seed/builders.ts";
import { hoursUntilDue, makeJobsDue } from "#tests/builders/job.ts";
import { findWaitingLetters, holdLetters, releaseLetters } from "#tests/builders/letter.ts";
import { changePart } from "#tests/builders/part.ts";
import { type OpenShop, openShop } from "#tests/open-shop.ts";
import { waitForLetter } from "#tests/outbox.ts";
import { signUp, signUpAdmin } from "#tests/people.ts";

const low = { minimumQuantity: 1, availablQuantity: 90, lowStock: 10 };

async function runDaily({ shop }: OpenShop): Promise<void> {
  await makeJobsDue(shop.db, "low-stock-letter");
  shop.jobs.wake();
}

it("goes to the admins, and says of each part how many are left and where to go", async () => {
  const parts = [
    aPart({ ...low, name: "Oil filter", number: "OF-1" }),
    aPart({ ...low, name: "Air filter", number: "AF-1" }),
  ];
  const shop = await openShop({ parts });
  const admin = await signUpAdmin(shop);
  await signUp(shop);
  await holdLetters(shop);
  const waiting = async () =>
    (await findWaitingLetters(shop.shop.db)).filter(({ kind }) => kind === "low-stock");

  await runDaily(shop);
  await expect.poll(() => hoursUntilDue(shop.shop.db, "low-stock-letter")).toBeGreaterThan(23);
  expect(await waiting()).toEqual([]);

  await changePart(shop, { number: "OF-1" }, { stock: 3 });
  await runDaily(shop);
  await expect.poll(waiting).toMatchObject([{ email: admin.email }]);
  // The letter says what is true when it is sent.
  await changePart(shop, { number: "AF-1" }, { stock: 0 });
  await releaseLetters(shop);
  const letter = await waitForLetter(shop, 1, { email: admin.email });
  expect(letter).toMatch(/^Subject: 2 products are low in stock$/m);
  expect(letter).toMatch(
    /AF-1: Air filter: 0 left, low from 10 .*http:.*\nOF-1: Oil filter: 3 left, low from 10 /,
  );
  expect(letter).toContain(`${shop.url}/dashboard/manageProducts?view=low&sort=stock`);
});
