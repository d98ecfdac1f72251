// An admin orders for a customer, who pays by the link of the letter.
import { expect, it } from "vitest";
import { findAccessibilityFaults } from "#tests/find-accessibility-faults.ts";
import { cards } from "#tests/open-card-provider.ts";
import { openPage } from "#tests/open-page.ts";
import { openPageAs } from "#tests/open-page-as.ts";
import { aStockedPart } from "#tests/orders.ts";
import { fillFields, findLetterLink, pressButton } from "#tests/page-actions.ts";
import { openPayingShop } from "#tests/paying-shop.ts";
import { typeCard } from "#tests/payment-page.ts";
import { signUpAdmin } from "#tests/people.ts";
import { deliverEverywhere } from "#tests/returns.ts";

it("is found from the orders, placed by part number, and paid without signing in", async () => {
  const shop = await openPayingShop();
  const admin = await signUpAdmin(shop);
  await deliverEverywhere(admin);
  await aStockedPart(shop, { name: "Brake Disc", number: "PW-77001", priceCents: 4_999 });
  const page = await openPageAs(shop, admin, "/dashboard/manageAllOrders", {
    expectedTroubles: /ERR_FAILED/,
  });
  await page.getByRole("link", { name: "Order for a customer" }).click();
  await fillFields(page, { "Part number": "PW-00" });
  await pressButton(page, "Add the part");
  await page.getByText("We know no such number.").waitFor();
  // An e-mail that is not whole yet is not asked about.
  await fillFields(page, { Email: "mei@garages.e", Name: "Mei Tan" });
  await fillFields(page, { "Part number": "pw 77001", Pieces: "2" });
  await page.keyboard.press("Enter");
  await page.getByText("2 × PW-77001 Brake Disc").waitFor();
  await page.getByRole("button", { name: /^Place the order · \$/ }).waitFor();
  await page.route("**/api/phone-orders/quote", (route) => route.abort());
  await fillFields(page, { Email: "mei@garages.example" });
  const retry = page.getByRole("button", { name: "Work out the total again" });
  await retry.waitFor();
  expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Mei Tan");
  await page.unroute("**/api/phone-orders/quote");
  await retry.click();
  await page.getByText("This e-mail has no account yet.").waitFor();
  await page.getByRole("button", { name: /^Place the order · \$/ }).click();
  await page.getByText("Street is Required").waitFor();
  await fillFields(page, { "Street and number": "Kaistr. 4", City: "Kiel", Postcode: "24103" });
  // Said once the total for this postcode is there.
  await page.getByText("This e-mail has no account yet.").waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await page.getByRole("radio").first().waitFor();
  await page.getByRole("button", { name: /^Place the order · \$/ }).click();
  await page.getByText("is on its way to mei@garages.example").waitFor();

  const customer = await openPage(`${shop.url}/about`, { expectedTroubles: /status of 402/ });
  await customer.goto(await findLetterLink(shop, "order"));
  await customer.getByRole("heading", { name: "Pay by card" }).waitFor();
  await typeCard(customer, cards.declined);
  await customer.getByRole("button", { name: /^Pay \$/ }).click();
  await customer.getByText(/declined|insufficient/).waitFor();
  await customer.getByText("Nothing was charged.").waitFor();
  await typeCard(customer, cards.good);
  expect(await findAccessibilityFaults(customer)).toEqual([]);
  await customer.getByRole("button", { name: /^Pay \$/ }).click();
  await customer.getByText("Paid", { exact: true }).first().waitFor();
  await expect.poll(() => customer.getByRole("button", { name: /^Pay \$/ }).count()).toBe(0);
});
