// A return, as its customer asks for it and an admin brings it to its end.
import { expect, it } from "vitest";
import type { ReturnsOfOrder } from "#contract/returns.ts";
import { aDeliveryMethod } from "#tests/builders/settings.ts";
import { findAccessibilityFaults } from "#tests/find-accessibility-faults.ts";
import { openPageAs } from "#tests/open-page-as.ts";
import { share } from "#tests/open-shop.ts";
import { aStockedPart } from "#tests/orders.ts";
import { fillFields, loseNextAnswer, pressButton } from "#tests/page-actions.ts";
import { readNetCharge, sharePayingShop, totalCentsOf } from "#tests/paying-shop.ts";
import { signUp, signUpAdmin, verifyEmail } from "#tests/people.ts";
import {
  asked,
  deliverEverywhere,
  orderBasket,
  orderTwoParts,
  shipPieces,
  taken,
} from "#tests/returns.ts";
import { saveSettings } from "#tests/save-settings.ts";

const sharedShop = sharePayingShop({ webhooks: "hold" });
const open = share(
  async () => {
    const shop = await sharedShop();
    const admin = await signUpAdmin(shop);
    await deliverEverywhere(admin);
    return { shop, admin };
  },
  async () => {},
);

it("is asked for by line, answered, received, inspected and refunded", async () => {
  const { shop, admin } = await open();
  const buyer = await signUp(shop);
  const { order } = await orderTwoParts(shop, buyer);
  const page = await openPageAs(shop, buyer, `/dashboard/return/${order._id}`, {
    expectedTroubles: /FAILED|409/,
  });
  await page.getByText("Nothing can be returned yet").waitFor();
  await shipPieces(admin, order);
  const form = page.getByRole("form", { name: "Ask for a return" });
  await form.waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await pressButton(page, "Ask for the return");
  await page.getByText("Say how many pieces you want to return.").waitFor();
  await fillFields(page, { "Pieces, at most 4": "9" });
  await pressButton(page, "Ask for the return");
  await page.getByText("Must be at most 4").waitFor();
  await fillFields(page, { "Pieces, at most 4": "2", "Note on Disc, if you like": "Too wide" });
  const why = page.getByRole("combobox", { name: "Why do you return Disc?" });
  const wish = page.getByRole("combobox", { name: "What would you like for Disc?" });
  await why.selectOption({ label: "It arrived damaged" });
  await wish.selectOption({ label: "The same again" });
  await why.selectOption({ label: "It does not fit" });
  expect(await wish.count()).toBe(0);
  await loseNextAnswer(page, `**/api/orders/${order._id}/returns`);
  await pressButton(page, "Ask for the return");
  await page.getByRole("alert").getByText("The shop cannot be reached.").waitFor();
  await form
    .getByLabel(/^Pieces, at most/)
    .first()
    .fill("1");
  await pressButton(page, "Ask for the return");
  await page.getByText(/^We have your first request, as it was before/).waitFor();
  await page.getByText("We answer within two working days.").waitFor();

  const desk = await openPageAs(shop, admin, "/dashboard/returns?view=open", {
    expectedTroubles: /status of 400/,
  });
  const row = desk.getByRole("row").filter({ hasText: "2 × Disc: It does not fit" });
  await row.getByRole("link").first().click();
  await desk.getByText("Too wide").waitFor();
  await pressButton(desk, "Approve");
  await page.getByText("The way back costs you nothing.").waitFor();
  await fillFields(desk, { "Received of Disc": "2" });
  await pressButton(desk, "Book as received");
  await fillFields(desk, { "Back to the shelf of Disc": "1", "Written off of Disc": "0" });
  await pressButton(desk, "Store the inspection");
  await desk.getByText("Shelf and written off must be 2 together").first().waitFor();
  await fillFields(desk, { "Written off of Disc": "1" });
  expect(await findAccessibilityFaults(desk)).toEqual([]);
  await pressButton(desk, "Store the inspection");
  await desk.getByText("2 to be refunded, 1 on the shelf, 1 written off").waitFor();
  expect(await findAccessibilityFaults(desk)).toEqual([]);
  await pressButton(desk, "Refund and close");
  await desk.getByText("$99.98, succeeded").waitFor();
  await desk.getByText("2 refunded, 1 on the shelf, 1 written off").waitFor();
  expect(readNetCharge(shop, order)).toBe(totalCentsOf(order) - 9_998);
  await page.getByText("Refunded: $99.98").waitFor();
});

it("shows an admin what another one did meanwhile", async () => {
  const { shop, admin } = await open();
  const buyer = await signUp(shop);
  const { order, ofDisc } = await orderTwoParts(shop, buyer);
  await shipPieces(admin, order);
  const damaged = { line: ofDisc, quantity: 1, reason: "damaged", wants: "replace" };
  const wanted = await asked(buyer, order, [damaged]);
  const path = `/dashboard/returns/${wanted._id}`;
  const page = await openPageAs(shop, admin, path, { expectedTroubles: /status of 409/ });
  await page.getByText("Wants the same again").waitFor();
  await page.getByRole("button", { name: "Approve" }).waitFor();
  const step = { step: "refuse", version: 1, because: "It was worn" };
  await admin.send("PATCH", `/api/returns/${wanted._id}`, step);
  await page.getByText("It was worn").waitFor();
  await expect.poll(() => page.getByRole("button", { name: "Approve" }).count()).toBe(0);
});

it("proposes the standard delivery for who withdraws from an order by express", async () => {
  const { shop, admin } = await open();
  await saveSettings(admin, { delivery: { methods: [aDeliveryMethod(), express] } });
  const buyer = await signUp(shop);
  await verifyEmail(shop, buyer);
  const disc = await aStockedPart(shop, { name: "Disc", priceCents: 4_999 });
  await buyer.send("PUT", "/api/basket/lines", { lines: [{ part: disc.id, quantity: 2 }] });
  await buyer.send("PATCH", "/api/checkout", { method: "express" });
  const order = await orderBasket(shop, buyer, [[disc, 2]]);
  expect(order).toMatchObject({ delivery: 18, standardDelivery: 5.9 });
  await shipPieces(admin, order);
  const statement = { name: "Vera", email: buyer.email, orderNumber: `${order.number}`, goods: "" };
  await buyer.send("POST", "/api/withdrawals", { key: crypto.randomUUID(), ...statement });
  const ofOrder = async () =>
    ((await admin.get(`/api/orders/${order._id}/returns`)).body as ReturnsOfOrder).returns;
  await expect.poll(ofOrder).toHaveLength(1);
  const [made] = await ofOrder();
  if (!made) throw new Error("There is no return");
  const line = made.lines[0]?.line;
  const received = { step: "receive", lines: [{ line, pieces: 2 }] };
  const found = { line, restock: 2, scrap: 0, condition: "new", resolution: "refund" };
  const inspection = { step: "inspect", lines: [found] };
  await taken(admin, await taken(admin, made, received), inspection);
  const desk = await openPageAs(shop, admin, `/dashboard/returns/${made._id}`);
  const field = desk.getByRole("textbox", { name: "And of the delivery ($)" });
  await field.waitFor();
  await expect.poll(() => field.inputValue()).toBe("5.90");
});

it("many are booked as received after a look at them, once Undo has gone", async () => {
  const { shop, admin } = await open();
  const buyer = await signUp(shop);
  const { order, ofDisc, ofPads } = await orderTwoParts(shop, buyer);
  await shipPieces(admin, order);
  for (const [line, quantity] of [
    [ofDisc, 2],
    [ofPads, 1],
  ] as const) {
    const wanted = await asked(buyer, order, [{ line, quantity }]);
    await taken(admin, wanted, { step: "approve", free: true });
  }
  const states = async () => {
    const { body } = await admin.get(`/api/orders/${order._id}/returns`);
    return (body as ReturnsOfOrder).returns.map(({ state }) => state);
  };
  const desk = await openPageAs(shop, admin, `/dashboard/returns?view=coming&q=${order.number}`);
  await pressButton(desk, "Show: On their way, remove the filter");
  await desk.waitForURL((url) => !url.searchParams.has("view"));
  await desk.getByRole("radio", { name: "On their way" }).click();
  await desk.waitForURL((url) => url.searchParams.get("view") === "coming");
  async function book() {
    await desk.getByRole("checkbox", { name: "Select all shown" }).check();
    await pressButton(desk, "All 3 pieces received…");
    const dialog = desk.getByRole("dialog", { name: "Book as received" });
    await dialog.getByText("3 pieces of 2 returns would be booked as received.").waitFor();
    await dialog.getByRole("button", { name: "Book 2 returns" }).click();
    await desk.getByText(/^2 returns will be booked as received/).waitFor();
  }
  await book();
  await pressButton(desk, "Undo");
  await desk.getByText("Nothing was booked.").waitFor();
  expect(await states()).toEqual(["approved", "approved"]);
  // As where more is on its way than a browser sends for a page that is gone.
  await desk.evaluate(() => {
    navigator.sendBeacon = () => false;
  });
  await book();
  const address = desk.url();
  await desk.goto("about:blank");
  await desk.goto(address);
  await desk.getByText(/You booked 2 returns as received just before you left/).waitFor();
  await pressButton(desk, "Leave them as they are");
  expect(await states()).toEqual(["approved", "approved"]);
  await book();
  await desk.goto("about:blank");
  await expect.poll(states).toEqual(["received", "received"]);
});

const express = aDeliveryMethod({
  id: "express",
  name: "Express",
  rates: [{ upTo: null, cents: 1_800 }],
});
