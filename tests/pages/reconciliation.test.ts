// The account of the shop, as an admin sees it.

import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { reconcile } from "#server/operations/reconciliation/reconcile.ts";
import { changeOrder, moveOrder } from "#tests/builders/order.ts";
import { ageReports } from "#tests/builders/reconciliation.ts";
import { expectWarning } from "#tests/fail-on-warnings.ts";
import { findAccessibilityFaults } from "#tests/find-accessibility-faults.ts";
import { errorToast, openPageAs, toast } from "#tests/open-page-as.ts";
import type { OpenShop } from "#tests/open-shop.ts";
import { aStockedPart, placeOrder } from "#tests/orders.ts";
import { signUp, signUpAdmin } from "#tests/people.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";

const emptyShop = shareEmptyShop();

const path = "/dashboard/ledger";
const verdict = (page: Page, word: string) => page.getByRole("status").getByText(word);
const checkNow = (page: Page) => page.getByRole("button", { name: "Check everything now" });

/** An order that counts as paid, although nobody paid it. */
async function anUnpaidPaidOrder(shop: OpenShop): Promise<string> {
  const { _id } = await placeOrder(await signUp(shop), await aStockedPart(shop));
  await changeOrder(shop.shop.db, { _id }, { state: "paid", transactionId: "pi_made_up" });
  return _id;
}

describe("the reconciliation page", () => {
  it("says that everything balances, once that was checked, or that a check failed", async () => {
    const shop = await emptyShop();
    await placeOrder(await signUp(shop), await aStockedPart(shop));
    const page = await openPageAs(shop, await signUpAdmin(shop), path, {
      expectedTroubles: /FAILED/,
    });
    await verdict(page, "Not checked yet").waitFor();
    await page.route("**/api/ledger/check", (route) => route.abort());
    await checkNow(page).click();
    await errorToast(
      page,
      "The shop cannot be reached. Please check your connection and try again.",
    ).waitFor();
    await page.unroute("**/api/ledger/check");
    await checkNow(page).click();
    await verdict(page, "Everything balances").waitFor();
    await toast(page, "Everything was checked").waitFor();
    await page.getByText(/^Checked .* everything\./).waitFor();
    await expect.poll(() => page.getByRole("heading", { name: "What differs" }).count()).toBe(0);
  });

  it("shows what each minute's check finds, without being asked, with what to do about it, and when nobody checks any more", async () => {
    expectWarning(/Reconciliation found a difference/);
    const shop = await emptyShop();
    await reconcile(shop.shop, { full: true });
    await ageReports(shop.shop.db, "6 minutes");
    const page = await openPageAs(shop, await signUpAdmin(shop), path);
    await page.getByRole("alert").getByText("a check should run every minute").waitFor();
    await verdict(page, "Everything balances").waitFor();
    const order = await anUnpaidPaidOrder(shop);
    await reconcile(shop.shop, { full: false });
    await verdict(page, "1 difference").waitFor();
    await page.getByText(/^Checked .* recent changes\./).waitFor();
    const list = page.getByRole("list", { name: "What differs" });
    await expect.poll(() => list.getByRole("listitem").count()).toBe(1);
    await list.getByText("The order is paid, but there is no payment pi_made_up").waitFor();
    await list.getByText("Look for pi_made_up at the card provider.").waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    const link = list.getByRole("link", { name: "Open the order" });
    await expect
      .poll(() => link.getAttribute("href"))
      .toBe(`/dashboard/manageAllOrders?order=${order}`);

    await moveOrder(shop.shop.db, { _id: order }, "unpaid");
    await page.keyboard.press("Tab");
    await checkNow(page).focus();
    await page.keyboard.press("Enter");
    await verdict(page, "Everything balances").waitFor();
    await expect.poll(() => list.count()).toBe(0);
  });
});
