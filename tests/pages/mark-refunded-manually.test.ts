// Manage All Orders, one order: the end of a refund that the card provider refuses.
import { expect, it } from "vitest";
import { expectWarning } from "#tests/fail-on-warnings.ts";
import { findAccessibilityFaults } from "#tests/find-accessibility-faults.ts";
import { cards } from "#tests/open-card-provider.ts";
import { openPageAs, readFocusedName, toast } from "#tests/open-page-as.ts";
import {
  confirmPayment,
  createClientSecret,
  intentIdOf,
  openPayingShop,
  orderFirstPart,
  readOrderRecords,
  runDueJobs,
} from "#tests/paying-shop.ts";
import { signUp, signUpAdmin } from "#tests/people.ts";

it("can be marked as refunded manually after three declines, with a note", async () => {
  expectWarning(/refused refund/);
  const shop = await openPayingShop();
  const buyer = await signUp(shop);
  const ordered = await orderFirstPart(shop, buyer);
  const secret = await createClientSecret(buyer, ordered);
  await shop.cards.pay(secret, cards.disputed);
  await confirmPayment(buyer, ordered, intentIdOf(secret));
  await buyer.send("DELETE", `/api/orders/${ordered._id}`);

  const path = `/dashboard/manageAllOrders?order=${ordered._id}`;
  const page = await openPageAs(shop, await signUpAdmin(shop), path);
  const article = page.getByRole("article");
  const button = article.getByRole("button", { name: "Mark as refunded manually" });
  await article.getByRole("listitem").getByText("Refund asked for").waitFor();
  await expect.poll(() => button.count()).toBe(0);

  await runDueJobs(shop);
  await runDueJobs(shop);
  // Nobody asks: the page hears of it.
  await button.waitFor();
  await article.getByText("has been charged back").waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await button.click();
  await article.getByText("Please describe how the money was returned").waitFor();
  await article.getByLabel("How the customer got the money").fill("By bank transfer");
  await button.click();
  const dialog = page.getByRole("alertdialog", { name: "Are you sure?" });
  await dialog.getByText("its parts go back into stock").waitFor();
  await dialog.getByRole("button", { name: "Not yet" }).click();
  expect(await readOrderRecords(shop, ordered._id)).toMatchObject({ state: "refunding" });

  await button.click();
  await dialog.getByRole("button", { name: /were returned/ }).click();
  await toast(page, "Marked as refunded manually").waitFor();
  await article.getByText("and the money given back").waitFor();
  await article.getByText(/Refunded manually by an admin, .*: By bank transfer/).waitFor();
  await button.waitFor({ state: "detached" });
  await expect.poll(() => readFocusedName(page)).toBe(ordered.productName);
  expect(await readOrderRecords(shop, ordered._id)).toMatchObject({
    state: "refunded",
    refunds: ["cancelled elsewhere"],
    movements: ["reserve 2", "release -2"],
  });
});
