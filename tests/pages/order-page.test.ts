// An order after it was paid: for its customer, for whoever has the link, and for who ships it.
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { payOrder, placeBasket, setUpDelivery } from "#tests/basket-order.ts";
import { waitUntilLettersSent } from "#tests/builders/letter.ts";
import { changeDelivery } from "#tests/builders/order.ts";
import { timeFromNow } from "#tests/builders/time.ts";
import { findAccessibilityFaults } from "#tests/find-accessibility-faults.ts";
import { openPage } from "#tests/open-page.ts";
import { errorToast, openPageAs, toast } from "#tests/open-page-as.ts";
import { aStockedPart } from "#tests/orders.ts";
import { findSignInCode, tokenOfLetter, waitForLetter } from "#tests/outbox.ts";
import { orderAndPay, readNetCharge, sharePayingShop } from "#tests/paying-shop.ts";
import { signUp, signUpAdmin, verifyEmail } from "#tests/people.ts";
import { asked, closeReturn, inspected, shipPieces } from "#tests/returns.ts";

const share = sharePayingShop();

async function openWithPaidBasket(method: Parameters<typeof setUpDelivery>[1] = {}) {
  const shop = await share();
  const [vera, admin] = [await signUp(shop), await signUpAdmin(shop)];
  await setUpDelivery(admin, method);
  const disc = await aStockedPart(shop, { name: "Disc", priceCents: 5_000 });
  const pads = await aStockedPart(shop, { name: "Pads", priceCents: 2_000 });
  const order = await payOrder(
    shop,
    vera,
    await placeBasket(vera, [
      [disc, 2],
      [pads, 3],
    ]),
  );
  return { shop, vera, admin, order };
}

const steps = (page: Page) => page.getByRole("region", { name: "What has happened" });
const next = (page: Page) => page.getByRole("region", { name: "What happens next" });

it("shows its customer what is in it, what it cost, and each parcel as it leaves", async () => {
  const { shop, vera, admin, order } = await openWithPaidBasket();
  const page = await openPageAs(shop, vera, "/dashboard/myOrder");
  const row = page.getByRole("row").filter({ hasText: "Disc and 1 more" });
  await row.getByText("2 lines").click();
  await row.getByText("3 × Pads").waitFor();
  await row.getByRole("link", { name: "Disc and 1 more", exact: true }).click();
  await page.waitForURL(`${shop.url}/dashboard/order/${order.number}`);
  await page.getByRole("heading", { name: `Order ${order.number}` }).waitFor();
  await next(page).getByText("We are getting your order ready").waitFor();
  const amounts = page.getByRole("region", { name: "Amount" });
  await expect
    .poll(() => amounts.locator("dl > div").allInnerTexts())
    .toEqual(
      [
        ["Goods", "$160.00"],
        ["Delivery", "$5.90"],
        ["Paid", "$165.90"],
      ].map((each) => each.join("\n")),
    );
  await page.getByText("JOB-2214").waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);

  const desk = await openPageAs(
    shop,
    admin,
    `/dashboard/manageAllOrders?state=to-ship&order=${order._id}`,
    { expectedTroubles: /400/ },
  );
  await desk.getByLabel("Pieces of Disc", { exact: true }).fill("1");
  await desk.getByLabel("Pieces of Pads", { exact: true }).fill("0");
  await desk.getByLabel("Carrier").fill("Nordbud");
  await desk.getByLabel("Tracking number").fill("7003 4410");
  await desk.getByLabel("Tracking link").fill("nordbud");
  await desk.getByRole("button", { name: "Mark shipped" }).click();
  await desk.getByText("Must be a web address that starts with https://").waitFor();
  await desk.getByLabel("Tracking link").fill("https://nordbud.example/7003");
  expect(await findAccessibilityFaults(desk)).toEqual([]);
  await desk.getByRole("button", { name: "Mark shipped" }).click();
  await toast(desk, "Parcel 1 is shipped").waitFor();

  // Nobody reloads the customer's page.
  await next(page).getByText("1 of 5 pieces is on its way").waitFor();
  await steps(page).getByText("Shipped, parcel 1").waitFor();
  const track = next(page).getByRole("link", { name: "Track parcel 1" });
  await expect.poll(() => track.getAttribute("href")).toBe("https://nordbud.example/7003");
  await desk.getByRole("button", { name: "Pack it only" }).click();
  await toast(desk, "Parcel 2 is packed").waitFor();
  const second = desk.getByRole("listitem").filter({ hasText: "Parcel 2: packed" });
  const slip = await second.getByRole("link", { name: /^Slip/ }).getAttribute("href");
  await admin.send("PATCH", `${slip}`.replace("/slip.pdf", ""), { tracking: "7003 4411" });
  await second.getByText("7003 4411").waitFor();
  await second.getByText("Carrier and tracking of parcel 2").click();
  await second.getByLabel("Carrier", { exact: true }).fill("Postbud");
  await second.getByRole("button", { name: "Save" }).click();
  await toast(desk, "The tracking of parcel 2 is saved").waitFor();
  await second.getByText("Postbud · 7003 4411").waitFor();
  await desk.getByRole("button", { name: "Mark shipped: parcel 2" }).click();
  await next(page).getByText("Your order is on its way").waitFor();
  for (const parcel of [1, 2]) {
    await desk.getByRole("button", { name: `Mark delivered: parcel ${parcel}` }).click();
    await steps(page).getByText(`Delivered, parcel ${parcel}`).waitFor();
  }
  await next(page)
    .getByText(/^Delivered on /)
    .waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);

  await page.getByRole("link", { name: "My Order" }).first().click();
  await row.getByText("Delivered").waitFor();
  await row.getByRole("button", { name: "Delete" }).click();
  await errorToast(
    page,
    "This order was delivered, so it can no longer be cancelled. You can return it.",
  ).waitFor();
});

it("shows a code to collect it by, which the desk enters", async () => {
  const collection = { kind: "collection", zone: null, name: "Collect at the works" } as const;
  const { shop, vera, admin, order } = await openWithPaidBasket(collection);
  const page = await openPageAs(shop, vera, `/dashboard/order/${order.number}`);
  const path = `/dashboard/manageAllOrders?state=all&order=${order._id}`;
  const desk = await openPageAs(shop, admin, path, { expectedTroubles: /409/ });
  await desk.getByRole("button", { name: "Ready for collection" }).click();
  await toast(desk, "Parcel 1 is ready for collection").waitFor();
  await next(page).getByText("Your order is ready for collection").waitFor();
  await steps(page).getByText("Ready for collection, parcel 1").waitFor();
  const code = await next(page).locator("dd").first().innerText();
  const entered = desk.getByLabel("Collection code of parcel 1");
  await entered.fill(code === "000000" ? "111111" : "000000");
  await desk.getByRole("button", { name: "Mark collected" }).click();
  await desk.getByText("This is not the code of parcel 1").waitFor();
  expect(await findAccessibilityFaults(desk)).toEqual([]);
  await entered.fill(code);
  await desk.getByRole("button", { name: "Mark collected" }).click();
  await toast(desk, "Parcel 1 is collected").waitFor();
  await next(page)
    .getByText(/^Collected on /)
    .waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
});

it("shows what was lost and sent again, and what comes back to be replaced", async () => {
  const { shop, vera, admin, order } = await openWithPaidBasket();
  await shipPieces(admin, order);
  const page = await openPageAs(shop, vera, `/dashboard/order/${order.number}`);
  const path = `/dashboard/manageAllOrders?state=all&order=${order._id}`;
  const desk = await openPageAs(shop, admin, path);
  await desk.getByText("Lost pieces of parcel 1").click();
  await desk.getByRole("button", { name: "Note the loss: parcel 1" }).click();
  await desk.getByText("Say how many pieces were lost.").waitFor();
  await desk.getByLabel("Lost pieces of Disc").fill("1");
  expect(await findAccessibilityFaults(desk)).toEqual([]);
  await desk.getByRole("button", { name: "Note the loss: parcel 1" }).click();
  await toast(desk, "The lost pieces are to be sent again").waitFor();
  await steps(page).getByText("Lost on its way, parcel 1").waitFor();
  await next(page).getByText("1 piece is still to be replaced").waitFor();
  await desk.getByText("1 to ship, 1 in place of what came back or was lost").waitFor();
  await desk.getByRole("button", { name: "Mark shipped" }).click();
  await next(page).getByText("Your order is on its way").waitFor();

  const line = order.lines.find(({ name }) => name === "Pads")?._id ?? "";
  const wanted = await asked(vera, order, [{ line, quantity: 1, reason: "defective" }]);
  await steps(page).getByText(`Return asked for: return ${wanted.number}`).waitFor();
  const looked = await inspected(admin, wanted, () => ({ scrap: 1, resolution: "replace" }));
  expect((await closeReturn(admin, looked)).status).toBe(200);
  await steps(page).getByText(`Return done: return ${wanted.number}`).waitFor();
  await next(page).getByText("1 piece is still to be replaced").waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
});

it("is found by number, part and state; its pieces are cancelled, and all of it is ordered again", async () => {
  const { shop, vera, order } = await openWithPaidBasket();
  await placeBasket(vera, [[await aStockedPart(shop, { name: "Hose" }), 2]]);
  const page = await openPageAs(shop, vera, "/dashboard/myOrder");
  const rows = page.getByRole("table").getByRole("row");
  await expect.poll(() => rows.count()).toBe(3);
  const search = page.getByLabel("Search by order number, part or reference");
  for (const [q, found] of [
    [`${order.number}`, 2],
    ["pads", 2],
    ["JOB-2214", 3],
    ["nothing like it", 0],
  ] as const) {
    await search.fill(q);
    await expect.poll(() => rows.count()).toBe(found);
  }
  await page.getByText("No order matches").waitFor();
  await page.getByRole("link", { name: "Show all" }).click();
  await page.getByLabel("Show", { exact: true }).selectOption("To be sent");
  await expect.poll(() => rows.count()).toBe(2);
  const file = await page.getByRole("link", { name: "CSV" }).getAttribute("href");
  const csv = await (await vera.request(`${file}`)).text();
  expect(csv.trim().split(/\r?\n/)).toEqual([
    expect.stringContaining("Order,Ordered,Product Name"),
    expect.stringContaining(`${order.number},`),
  ]);
  const again = page.getByRole("button", { name: `Order again: ${order.number}` });
  await again.click();
  await page.waitForURL(`${shop.url}/basket`);
  await page.getByText("Everything is as it was in your order.").waitFor();
  await page.goBack();
  await rows.last().getByRole("link", { name: "Disc and 1 more", exact: true }).click();

  await page.getByText("Cancel parts of this order").click();
  await page.getByRole("button", { name: "Cancel them" }).click();
  await page.getByText("Say how many pieces you do not want.").waitFor();
  await page.getByLabel("Pieces of Pads to cancel").fill("1");
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Cancel them" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByText("1 × Pads").waitFor();
  await dialog.getByRole("button", { name: "Cancel and refund $20.00" }).click();
  await toast(page, "Cancelled: $20.00 goes back to your card").waitFor();
  const parts = page.getByRole("region", { name: "Parts" });
  await parts.getByText("1 cancelled").waitFor();
  await page.getByLabel("Pieces of Pads to cancel").fill("2");
  await page.getByLabel("Pieces of Disc to cancel").fill("2");
  await page.getByRole("button", { name: "Cancel them" }).click();
  await dialog.getByText("That is all of your order").waitFor();
  await dialog.getByRole("button", { name: "Keep them" }).click();
  await again.click();
  await page.waitForURL(`${shop.url}/basket`);
});

it("is shown by the link of a letter to whoever has it, who cancels by a code, and reaches returns and withdrawal", async () => {
  const { shop, vera, admin, order } = await openWithPaidBasket();
  await verifyEmail(shop, vera);
  await waitUntilLettersSent(shop);
  const again = await orderAndPay(shop, vera);
  await waitUntilLettersSent(shop);
  const letter = await waitForLetter(shop, 4, { email: vera.email });
  expect(letter).toContain(`Order number: ${again.number}`);
  const page = await openPage(`${shop.url}/order#token=${tokenOfLetter(letter)}`, {
    expectedTroubles: /404/,
  });
  await page.getByRole("heading", { name: `Order ${again.number}` }).waitFor();
  await page.getByText(vera.email).first().waitFor();
  await expect.poll(() => page.getByText(`Order ${order.number}`).count()).toBe(0);
  await page.getByRole("button", { name: `Order again: ${again.number}` }).click();
  await page.waitForURL(`${shop.url}/basket`);
  await page.getByRole("link", { name: "Checkout" }).waitFor();
  await page.getByRole("link", { name: again.productName }).waitFor();
  await page.goBack();
  const changes = page.getByRole("region", { name: "Cancel something" });
  await changes.getByRole("button", { name: "Send me a code" }).click();
  await page.getByText(/We have sent a code to/).waitFor();
  const code = await findSignInCode(shop, vera.email);
  await page.getByRole("textbox", { name: "Code" }).fill(code);
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Continue" }).click();
  await changes.getByRole("button", { name: "Cancel and refund $91.00" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel and refund" }).click();
  await next(page).getByText("Your money was returned").waitFor();
  expect(readNetCharge(shop, again)).toBe(0);

  await shipPieces(admin, order);
  await page.goto(`${shop.url}/dashboard/order/${order.number}`);
  await page.getByText("Report a problem").click();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await page.getByRole("link", { name: "Withdraw from the contract" }).click();
  const line = order.lines[0];
  const pieces = page.getByLabel(`Pieces of ${line?.name}`);
  await pieces.fill("1");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText(`1 × ${line?.name}`).waitFor();
  await page.getByRole("button", { name: "Change it" }).click();
  await expect.poll(() => pieces.inputValue()).toBe("1");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText(`1 × ${line?.name}`).waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await page.goto(`${shop.url}/order#token=${"x".repeat(43)}`);
  await page.getByText("This link is not valid any more.").waitFor();
});

it("promises days while there is time to pay for them, and counts them from a later payment", async () => {
  // At the cut-off hour the promise would go meanwhile.
  const cutOff = timeFromNow({ hours: 12 }).toISOString().slice(11, 16);
  const { shop, vera } = await openWithPaidBasket({ cutOff });
  const placed = await placeBasket(vera, [[await aStockedPart(shop, { name: "Hose" }), 2]]);
  const page = await openPageAs(shop, vera, `/dashboard/order/${placed.number}`);
  await next(page)
    .getByText(/It arrives .+ if you pay before/)
    .waitFor();
  const said = { from: "2026-03-02", until: "2026-03-04", orderBefore: 1 };
  await changeDelivery(shop.shop.db, placed, said);
  await page.reload();
  await next(page).getByText("When it arrives depends on when you pay").waitFor();
  await expect.poll(() => page.getByText("Promised days").count()).toBe(0);
  await payOrder(shop, vera, placed);
  await next(page)
    .getByText(/We promised .+ by Parcel/)
    .waitFor();
  await page.getByText("Mon, Mar 2 to Wed, Mar 4; a later payment moves the days").waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
});
