// Cards that the card provider keeps: saved, chosen, declined, asked about, removed.
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { SavedCard } from "#contract/cards.ts";
import { placeBasket, setUpDelivery } from "#tests/basket-order.ts";
import { findAccessibilityFaults } from "#tests/find-accessibility-faults.ts";
import { cards } from "#tests/open-card-provider.ts";
import { errorToast, openPageAs, toast } from "#tests/open-page-as.ts";
import { aStockedPart } from "#tests/orders.ts";
import {
  bankButtons,
  cardField,
  expectPaidMessage,
  expectPaidOnce,
  openPaymentPage,
  orderBrakeDiscs,
  type PayableOrder,
  payButton,
  paymentUrl,
  sharePayableOrders,
  typeCard,
} from "#tests/payment-page.ts";
import { signUpAdmin } from "#tests/people.ts";

const openPayableOrder = sharePayableOrders();

/** Responses of the card provider to its own script. */
const refused = { expectedTroubles: /status of 402/ };

const card = (page: Page, digits: string) =>
  page.getByRole("radio", { name: new RegExp(`ending in ${digits}`) });

async function saveCard({ provider, vera }: PayableOrder, number: string): Promise<void> {
  const { body } = await vera.send("POST", "/api/cards/setup");
  const { clientSecret } = body as { clientSecret: string };
  await provider.pay(clientSecret, number);
  if (number === cards.asksAlways) await provider.authenticate(clientSecret);
}

const listCards = async ({ vera }: PayableOrder) =>
  ((await vera.get("/api/cards")).body as SavedCard[]).map(({ lastDigits }) => lastDigits);

describe("the payment page", () => {
  it("saves a card if asked to and offers it first the next time, says why one is declined, and takes one that the bank asks about", async () => {
    const paying = await openPayableOrder();
    await saveCard(paying, cards.declinedOnceSaved);
    await saveCard(paying, cards.asksAlways);
    const page = await openPaymentPage(paying, refused);
    await page.getByRole("radio", { name: "Another card" }).check();
    await typeCard(page, cards.good);
    await page.getByLabel("Save this card for next time").check();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await payButton(page).click();
    await expectPaidOnce(paying, await expectPaidMessage(page));

    const next = { ...paying, order: await orderBrakeDiscs(paying.shop, paying.vera) };
    await page.goto(paymentUrl(next.shop, next.order));
    await card(page, "4242").waitFor();
    await expect.poll(() => card(page, "4242").isChecked()).toBe(true);
    await expect.poll(() => cardField(page).locator("input").count()).toBe(0);
    await card(page, "0341").check();
    await payButton(page).click();
    await errorToast(page, "Your card was declined.").waitFor();
    await page.getByRole("form").getByText("Your card was declined.").waitFor();
    await page.getByRole("form").getByText("Nothing was charged.").waitFor();
    await card(page, "3184").check();
    await payButton(page).click();
    await bankButtons(page).filter({ hasText: "Fail" }).click();
    await page
      .getByRole("form")
      .getByText(/^We are unable to authenticate/)
      .waitFor();
    await payButton(page).click();
    await bankButtons(page).filter({ hasText: "Complete" }).click();
    await toast(page, "Your Payment success").waitFor();
    await expectPaidOnce(next, await expectPaidMessage(page));
    expect(await listCards(paying)).toEqual(["4242", "3184", "0341"]);
  });
});

describe("the page Addresses and cards", () => {
  it("adds a card after the bank's question, tells a decline, and removes it", async () => {
    const paying = await openPayableOrder();
    const page = await openPageAs(paying.shop, paying.vera, "/dashboard/cards", refused);
    await page.getByText("No card is saved.").waitFor();
    await page.getByRole("button", { name: "Add a card" }).click();
    await typeCard(page, cards.declined);
    await page.getByRole("button", { name: "Save the card" }).click();
    await page.getByRole("form").getByText("Your card was declined.").waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await typeCard(page, cards.asksAlways);
    await page.getByRole("button", { name: "Save the card" }).click();
    await bankButtons(page).filter({ hasText: "Complete" }).click();
    await toast(page, "Your card is saved.").waitFor();
    await page.getByText("Visa ending in 3184").waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Remove Visa ending in 3184" }).click();
    await page.getByRole("button", { name: "Remove the card" }).click();
    await page.getByText("No card is saved.").waitFor();
    expect(await listCards(paying)).toEqual([]);
  });
});

describe("a known customer with a saved card", () => {
  it("orders and pays five parts from the home page with at most 14 actions", async () => {
    const paying = await openPayableOrder();
    const { shop, vera } = paying;
    await setUpDelivery(await signUpAdmin(shop));
    const names = ["Aileron", "Bushing", "Camshaft", "Damper", "Ejector"];
    const numberOf = (name: string) => `PW-${name.toUpperCase()}`;
    const parts = [];
    for (const name of names)
      parts.push(await aStockedPart(shop, { name, number: numberOf(name) }));
    const [first] = parts;
    // Known: an address of an earlier order.
    if (first) await placeBasket(vera, [[first, 2]]);
    await saveCard(paying, cards.good);
    const page = await openPageAs(shop, vera, "/");
    await page.getByRole("heading", { level: 1 }).waitFor();
    // Each key that is not of the word typed, each word, and each press of a button.
    let actions = 0;
    const act = (work: Promise<unknown>) => {
      actions++;
      return work;
    };
    await act(page.keyboard.press("/"));
    await page.getByRole("combobox", { name: "Search" }).waitFor();
    for (const name of names) {
      await act(page.keyboard.type(name));
      const found = page.getByRole("option").filter({ hasText: numberOf(name) });
      await act(found.getByTitle("Add to basket").click());
      await page.getByText(new RegExp(`× ${numberOf(name)} in your basket`)).waitFor();
    }
    await act(page.getByRole("link", { name: /^Basket/ }).click());
    await act(page.getByRole("dialog").getByRole("link", { name: "Checkout" }).click());
    await card(page, "4242").waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await act(page.getByRole("button", { name: /^Order with obligation to pay/ }).click());
    await page.getByRole("heading", { name: "Thank you" }).waitFor();
    const id = new URL(page.url()).searchParams.get("order");
    expect((await vera.get(`/api/orders/${id}`)).body).toMatchObject({
      paid: true,
      lines: expect.arrayContaining(names.map((name) => expect.objectContaining({ name }))),
    });
    expect(actions).toBe(14);
  });
});
