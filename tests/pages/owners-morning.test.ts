// What an owner does each morning, by keyboard alone, and what the desk of one order does.
import type { Locator, Page } from "playwright-core";
import { expect, it } from "vitest";
import { aReview } from "#seed/builders.ts";
import { findAccessibilityFaults } from "#tests/find-accessibility-faults.ts";
import { openPageAs, toast } from "#tests/open-page-as.ts";
import { aStockedPart } from "#tests/orders.ts";
import { waitForLetter } from "#tests/outbox.ts";
import { orderAndPay, sharePayingShop } from "#tests/paying-shop.ts";
import { signUp, signUpAdmin } from "#tests/people.ts";

const share = sharePayingShop();

/** A key is an action, and so is a word or number that is typed. */
function byKeyboard(page: Page) {
  let actions = 0;
  const press = async (...keys: string[]) => {
    for (const key of keys) {
      actions++;
      await page.keyboard.press(key);
    }
  };
  const type = async (text: string) => {
    actions++;
    await page.keyboard.type(text);
  };
  const hasFocus = (target: Locator) =>
    target.evaluate((element) => element === document.activeElement);
  return {
    press,
    type,
    count: () => actions,
    async tabTo(target: Locator) {
      await target.waitFor();
      for (let steps = 0; !(await hasFocus(target)); steps++) {
        expect(steps, `Tab does not lead to ${target}`).toBeLessThan(25);
        await press("Tab");
      }
    },
    async run(command: string, found: string) {
      await press("Control+k");
      await page.getByRole("combobox", { name: "Find or do anything" }).waitFor();
      await type(command);
      await page.getByRole("option", { name: found }).first().waitFor();
      await press("Enter");
    },
  };
}

it("ten orders are shipped with labels, a line refunded, a price and stock corrected, a review answered", async () => {
  const shop = await share();
  const [vera, admin] = [await signUp(shop, { name: "Vera Lind" }), await signUpAdmin(shop)];
  const orders = [];
  for (let at = 0; at < 10; at++) orders.push(await orderAndPay(shop, vera));
  const part = await aStockedPart(shop, {
    name: "Brake Drum",
    number: "PW-1042",
    priceCents: 5_490,
    availablQuantity: 4,
    lowStock: 10,
  });
  await vera.send("POST", "/api/reviews", aReview({ name: "Vera Lind" }));
  const page = await openPageAs(shop, admin, "/dashboard", { ownPage: true });
  let loads = 0;
  page.on("load", () => loads++);
  await page.getByRole("button", { name: "Find or do anything" }).waitFor();
  const { press, type, tabTo, run, count } = byKeyboard(page);

  await run("ship", "Ship paid orders");
  await page.getByRole("button", { name: `Look at order ${orders[0]?.number}` }).waitFor();
  await press("a");
  await page.getByText("10 selected").waitFor();
  const [papers] = await Promise.all([page.waitForEvent("download"), press("p")]);
  expect(papers.suggestedFilename()).toBe("slips-and-labels.pdf");
  await press("s");
  await tabTo(page.getByRole("button", { name: "Mark 10 shipped", exact: true }));
  await press("Enter");
  await page.getByText(/10 orders will be shipped/).waitFor();

  const last = orders.at(-1);
  await run(`${last?.number}`, `order ${last?.number}`);
  // Leaving the list is as good as waiting.
  const toShip = `/api/allOrders?state=to-ship&q=${vera.email}`;
  await expect.poll(async () => (await admin.get(toShip)).body).toEqual([]);
  await tabTo(page.locator("summary", { hasText: "Refund a part of it" }));
  await press("Enter");
  await tabTo(page.getByLabel(/^Pieces of .* to refund$/).first());
  await type("1");
  await press("Enter");
  await tabTo(page.getByRole("alertdialog").getByRole("button", { name: /^Refund/ }));
  await press("Enter");
  await toast(page, "The refund is on its way").waitFor();

  await run("restock", "Restock what is low");
  await page.getByRole("row").filter({ hasText: "Brake Drum" }).waitFor();
  await press("j");
  await tabTo(page.getByRole("button", { name: "Price of Brake Drum" }));
  await press("Enter");
  await type("49.90");
  await press("Enter");
  await page.getByRole("status").getByText("PW-1042 was $54.90, is now $49.90.").waitFor();
  await press("j");
  await tabTo(page.getByRole("button", { name: "Stock of Brake Drum" }));
  await press("Enter");
  await type("50");
  await press("Enter");
  await page.getByRole("status").getByText("PW-1042 had 4, has now 54.").waitFor();

  await run("reviews", "Manage Reviews");
  await page.getByRole("row").filter({ hasText: "Vera Lind" }).first().waitFor();
  await press("j", "Enter");
  await tabTo(page.getByLabel("Your answer"));
  await type("Thank you!");
  await tabTo(page.getByRole("button", { name: "Save the answer" }));
  await press("Enter");
  await page.getByText("The answer to Vera Lind is shown.").waitFor();

  expect(loads).toBe(0);
  expect(count()).toBeLessThan(60);
  const { body } = await admin.get(`/api/parts/${part.id}/record`);
  expect(body).toMatchObject({ price: 49.9, availablQuantity: 54 });
});

it("what is typed into an address is kept when another admin corrects it meanwhile", async () => {
  const shop = await share();
  const [vera, admin, other] = [
    await signUp(shop),
    await signUpAdmin(shop),
    await signUpAdmin(shop),
  ];
  const { _id, name, phone } = await orderAndPay(shop, vera);
  const page = await openPageAs(shop, admin, `/dashboard/manageAllOrders?order=${_id}`, {
    expectedTroubles: /409/,
  });
  const desk = page.getByRole("region", { name: "Actions" });
  await desk.locator("summary", { hasText: "Correct the address" }).click();
  const typed = desk.getByLabel("Address", { exact: true });
  await typed.fill("14 Mirpur Road, Dhaka");
  const theirs = { name, phone, address: "2 Kemal Ataturk Avenue, Dhaka" };
  await other.send("PATCH", `/api/orders/${_id}/address`, theirs);
  const alert = desk.getByRole("alert").filter({ hasText: "has corrected the address meanwhile" });
  await alert.getByText(theirs.address).waitFor();
  await expect.poll(() => typed.inputValue()).toBe("14 Mirpur Road, Dhaka");
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await desk.getByRole("button", { name: "Save the address" }).click();
  await desk.getByText("Somebody else has corrected this address meanwhile.").waitFor();
  await desk.getByRole("button", { name: "Save mine instead" }).click();
  await page.getByText("The address is saved.").waitFor();
  await alert.waitFor({ state: "detached" });
  await other.send("PATCH", `/api/orders/${_id}/address`, theirs);
  await expect.poll(() => typed.inputValue()).toBe(theirs.address);
});

it("the desk of an order corrects its address, notes, and sends a letter again", async () => {
  const shop = await share();
  const [vera, admin] = [await signUp(shop), await signUpAdmin(shop)];
  const { _id, number } = await orderAndPay(shop, vera);
  const page = await openPageAs(shop, admin, `/dashboard/manageAllOrders?order=${_id}`);
  const desk = page.getByRole("region", { name: "Actions" });
  const open = (name: string) => desk.locator("summary", { hasText: name }).click();
  await open("Correct the address");
  expect(await findAccessibilityFaults(page)).toEqual([]);
  const before = await desk.getByLabel("Address").inputValue();
  await desk.getByLabel("Address").fill("14 Mirpur Road, Dhaka");
  await desk.getByRole("button", { name: "Save the address" }).click();
  await page.getByText("The address is saved.").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("The address is as it was.").waitFor();
  await expect.poll(() => desk.getByLabel("Address").inputValue()).toBe(before);
  await desk.getByLabel("Address").fill("14 Mirpur Road, Dhaka");
  await desk.getByRole("button", { name: "Save the address" }).click();
  await page.getByText("The address is saved.").waitFor();
  await open("Correct the address");
  await open("Write a note");
  await desk.locator("textarea:visible").fill("Called: leave it with the porter");
  await desk.getByRole("button", { name: "Add the note" }).click();
  await toast(page, "The note is in the history").waitFor();
  await page.getByText("Called: leave it with the porter").waitFor();
  await open("Send a letter again");
  await desk.getByLabel(/^Letter to/).selectOption({ label: "The payment has arrived" });
  await desk.getByRole("button", { name: "Send it again" }).click();
  await toast(page, `The letter goes to ${vera.email}`).waitFor();
  const read = (await admin.get(`/api/orders/${_id}`)).body as { address: string };
  expect(read.address).toBe("14 Mirpur Road, Dhaka");
  await expect
    .poll(async () => (await waitForLetter(shop, 3, vera)).includes(`${number}`))
    .toBe(true);
});
