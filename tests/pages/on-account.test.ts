// Buying on account: an admin approves a company, a member orders, an admin books what comes in.
import { expect, it } from "vitest";
import { accountOf, enterBankAccount, openAccount, order } from "#tests/accounts.ts";
import { aPriceList } from "#tests/builders/settings.ts";
import { findAccessibilityFaults } from "#tests/find-accessibility-faults.ts";
import { openPageAs } from "#tests/open-page-as.ts";
import { aStockedPart } from "#tests/orders.ts";
import { sharePayingShop } from "#tests/paying-shop.ts";
import { saveSettings } from "#tests/save-settings.ts";

const share = sharePayingShop();

it("is approved, ordered and booked as received", async () => {
  const account = await openAccount(await share(), 0);
  const { shop, admin, buyer, name } = account;
  await enterBankAccount(admin);
  const desk = await openPageAs(shop, admin, "/dashboard/companies");
  await desk.getByRole("searchbox", { name: "Find a company" }).fill(name);
  await desk.getByRole("link", { name }).click();
  await desk.getByRole("textbox", { name: "Limit, $" }).fill("500");
  await desk.getByRole("button", { name: "Let it buy on account" }).click();
  await desk.getByText(`${name} buys on account up to $500.00`).waitFor();
  const placed = await order(account, 3);
  const page = await openPageAs(shop, buyer, `/dashboard/payment/${placed._id}`);
  await page.getByRole("button", { name: "Order on account for $300.00" }).click();
  await page.getByRole("heading", { name: "On your company's account" }).waitFor();
  await page.getByRole("link", { name: "See your order" }).click();
  await page.getByRole("heading", { name: "On account" }).waitFor();
  await page.getByText("DE89 3704 0044 0532 0130 00").waitFor();
  const over = await order(account, 3);
  await page.goto(`${shop.url}/dashboard/payment/${over._id}`);
  await page.getByText("$200.00 of your company's credit of $500.00 are left").waitFor();
  await desk.getByRole("link", { name: `${placed.number}` }).click();
  await desk.getByRole("textbox", { name: "Amount, $" }).fill("300.01");
  await desk.getByRole("button", { name: "Book the receipt" }).click();
  await desk.getByText("At most $300.00 of this order is open").waitFor();
  await desk.getByRole("textbox", { name: "Amount, $" }).fill("300");
  await desk.getByRole("button", { name: "Book the receipt" }).click();
  await desk.getByText("There is nothing left to pay.").waitFor();
  expect(await accountOf(buyer, placed)).toMatchObject({ open: 0, received: 300 });
  const credit = { key: crypto.randomUUID(), reason: "goodwill", note: "" };
  const lines = [{ line: placed.lines[0]?._id, quantity: 1 }];
  await admin.send("POST", `/api/orders/${placed._id}/refunds`, { ...credit, lines });
  await page.goBack();
  // No money has moved: the invoice is lower.
  await page.getByText("Credited $100.00").waitFor();
  await page.getByText("$100.00 credited").waitFor();
  // What was received stands below.
  const amounts = page.getByRole("region", { name: "Amount", exact: true });
  await amounts.getByText("Total", { exact: true }).waitFor();
});

it("rests when the company changes who it is, until an admin confirms it", async () => {
  const { shop, admin, buyer, name } = await openAccount(await share(), 500);
  const next = `${name} Holding`;
  const changed = { name: next, address: "Kaistr. 4", country: "DE", vatId: "DE987654321" };
  expect((await buyer.send("PUT", "/api/own-company", changed)).status).toBe(200);
  const own = await openPageAs(shop, buyer, "/dashboard/company");
  await own.getByText("buys on account again once we have confirmed them").waitFor();
  const desk = await openPageAs(shop, admin, "/dashboard/companies?show=changed");
  const row = desk.getByRole("row").filter({ hasText: next });
  await row.getByText("Details changed, credit rests").waitFor();
  await row.getByRole("link", { name: next }).click();
  await desk.getByRole("heading", { name: "Its details have changed" }).waitFor();
  expect(await findAccessibilityFaults(desk)).toEqual([]);
  await desk.getByRole("button", { name: "Confirm these details" }).click();
  await desk.getByText(`${next} buys on account again.`).waitFor();
  await desk.getByRole("button", { name: "Undo" }).click();
  await desk.getByText(`The credit of ${next} rests again.`).waitFor();
  await desk.getByText("Not confirmed yet").waitFor();
  await desk.getByRole("button", { name: "Confirm the number" }).click();
  await desk.getByText("Confirmed", { exact: true }).waitFor();
});

it("buys at the prices of its group, as the basket says", async () => {
  const account = await openAccount(await share(), 0);
  const { shop, admin, buyer, id, name } = account;
  await saveSettings(admin, {
    discounts: {
      groups: [{ id: "fleet", name: "Fleet" }],
      discounts: [],
      priceLists: [aPriceList({ group: "fleet", percents: [{ from: 1, percentBp: 2_000 }] })],
    },
  });
  const { id: part } = await aStockedPart(shop, { priceCents: 5_000 });
  await buyer.send("PUT", "/api/basket/lines", { lines: [{ part, quantity: 2 }] });
  const desk = await openPageAs(shop, admin, `/dashboard/companies/${id}`);
  const group = desk.getByRole("combobox", { name: `Prices of ${name}` });
  await group.selectOption("Fleet");
  await desk.getByText(`The people of ${name} buy at the prices of Fleet.`).waitFor();
  expect(await findAccessibilityFaults(desk)).toEqual([]);
  const page = await openPageAs(shop, buyer, "/basket");
  await page.getByText("You buy at your company’s prices (Fleet).").waitFor();
  await page.getByText("$80.00").first().waitFor();
  const own = await page.context().newPage();
  await own.goto(`${shop.url}/dashboard/company`);
  await own.getByText("Those of the group Fleet").waitFor();
  await desk.getByRole("button", { name: "Undo" }).click();
  await desk.getByText(`The people of ${name} buy at the prices for everybody.`).waitFor();
  await expect.poll(() => group.inputValue()).toBe("");
  // The open basket follows.
  await page.getByText("$100.00").first().waitFor();
  await group.selectOption("Fleet");
  await page.getByText("$80.00").first().waitFor();
  await desk.getByRole("link", { name: "Companies", exact: true }).last().click();
  const row = desk.getByRole("row").filter({ hasText: name });
  await row.getByText("Fleet").waitFor();
  expect(await findAccessibilityFaults(desk)).toEqual([]);
  const file = await admin.request(`/api/companies/csv?q=${encodeURIComponent(name)}`);
  expect((await file.text()).split("\r\n")[1]).toContain(",1,Fleet,");
});
