// Core deposits: on the page of the order, under Returns and deposits, and in the admins' list.
import { describe, expect, it } from "vitest";
import { findAccessibilityFaults } from "#tests/find-accessibility-faults.ts";
import { openPageAs } from "#tests/open-page-as.ts";
import { aStockedPart } from "#tests/orders.ts";
import { loseNextAnswer } from "#tests/page-actions.ts";
import { openPayingShop } from "#tests/paying-shop.ts";
import { signUp, signUpAdmin } from "#tests/people.ts";
import { deliverEverywhere, orderBasket, shipPieces } from "#tests/returns.ts";

describe("a core deposit", () => {
  it("is open on the order's page, its old part is announced, and admins see it", async () => {
    const shop = await openPayingShop({ webhooks: "hold" });
    const [buyer, admin] = [await signUp(shop), await signUpAdmin(shop)];
    await deliverEverywhere(admin);
    const starter = await aStockedPart(shop, { name: "Starter", deposit: 40 });
    const order = await orderBasket(shop, buyer, [[starter, 3]]);
    await shipPieces(admin, order);
    const page = await openPageAs(shop, buyer, `/dashboard/order/${order.number}`, {
      expectedTroubles: /FAILED|409/,
    });
    await page.getByRole("heading", { name: "Open deposit" }).waitFor();
    await page.getByText("$120.00 for Starter. You get it back for the old part until").waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await page.getByRole("link", { name: "Returns and deposits" }).last().click();
    await page.getByRole("heading", { name: "Core deposits" }).waitFor();
    const pieces = page.getByLabel(/^Old parts, at most/);
    await pieces.fill("4");
    await page.getByRole("button", { name: "Return the old part" }).click();
    await page.getByText("Must be from 1 to 3").waitFor();
    await pieces.fill("1");
    expect(await findAccessibilityFaults(page)).toEqual([]);
    const announce = page.getByRole("button", { name: "Return the old part" });
    await loseNextAnswer(page, `**/api/orders/${order._id}/returns`);
    await announce.click();
    await page.getByText("The shop cannot be reached.").waitFor();
    await pieces.fill("2");
    await announce.click();
    await page.getByText(/^We have your first request, with the number/).waitFor();
    await page.getByLabel("Old parts, at most 2").waitFor();
    await announce.click();
    await page.getByText("Your old part is announced.").waitFor();
    await page
      .getByRole("link", { name: /^Return \d+$/ })
      .first()
      .waitFor();
    const desk = await openPageAs(shop, admin, "/dashboard/returns/deposits");
    await desk.getByRole("link", { name: `${order.number}` }).waitFor();
  });
});
