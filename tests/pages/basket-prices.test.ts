// What a part costs whom: by quantity, in a group, delivered; and what replaces it.
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { changePart } from "#tests/builders/part.ts";
import { aDeliveryMethod, aPriceList, aTaxRate } from "#tests/builders/settings.ts";
import { findAccessibilityFaults } from "#tests/find-accessibility-faults.ts";
import { blank, openPage } from "#tests/open-page.ts";
import { openPageAs } from "#tests/open-page-as.ts";
import { aStockedPart } from "#tests/orders.ts";
import { setCookies } from "#tests/page-actions.ts";
import { openVisitor, signUp, signUpAdmin } from "#tests/people.ts";
import { saveSettings } from "#tests/save-settings.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";

const emptyShop = shareEmptyShop();

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

async function openShop() {
  const shop = await emptyShop();
  const admin = await signUpAdmin(shop);
  await saveSettings(admin, {
    company: { country: "DE" },
    tax: { rates: [aTaxRate()] },
    delivery: {
      zones: [{ id: "home", name: "Home", places: [{ country: "DE" }] }],
      methods: [aDeliveryMethod({ name: "Parcel to you" })],
    },
    discounts: {
      groups: [{ id: "garages", name: "Garages" }],
      priceLists: [
        aPriceList({
          id: "of-garages",
          group: "garages",
          percents: [{ from: 1, percentBp: 2_000 }],
        }),
        aPriceList({ percents: [{ from: 10, percentBp: 1_000 }] }),
      ],
    },
  });
  const disc = await aStockedPart(shop, { name: "Disc", number: "PW-1", priceCents: 5_000 });
  return { shop, admin, disc };
}

it("is said on the page of the part, by quantity and to the door, and nothing of the place is kept", async () => {
  const { shop, disc } = await openShop();
  await changePart(shop, disc, { priceCents: 6_000 });
  const page = await openPage(`${shop.url}/part/PW-1`);
  const steps = page.getByRole("table", { name: "Prices in the basket by quantity" });
  const rows = await steps.getByRole("row").allInnerTexts();
  expect(rows).toEqual(["From 10 pieces\t$54.00 each, in the basket"]);
  await page.getByText("Lowest price of the last 30 days: $50.00.").waitFor();
  await button(page, "Add to basket · $120.00").waitFor();
  const stored = async () => ({
    local: await page.evaluate(() => JSON.stringify({ ...localStorage })),
    session: await page.evaluate(() => JSON.stringify({ ...sessionStorage })),
    cookies: await page.context().cookies(),
    address: page.url(),
  });
  const before = await stored();
  await page.getByText("Cost and date to your door").click();
  await page.getByLabel("Country").selectOption("DE");
  await page.getByLabel("Postcode").fill("24103");
  await page.getByLabel("Postcode").press("Enter");
  const estimate = page.getByRole("form", { name: "Delivery" });
  await estimate.getByText("$5.90").waitFor();
  await estimate.getByText(/Arrives /).waitFor();
  await estimate.getByText("$125.90").waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await button(page, "One more").click();
  await estimate.getByText("$185.90").waitFor();
  expect(await stored()).toEqual(before);

  const quantity = page.getByRole("textbox", { name: "Quantity of PW-1" });
  await quantity.fill("10");
  await quantity.press("Enter");
  await button(page, "Add to basket · $540.00").click();
  await page.getByRole("dialog").getByText("$540.00").first().waitFor();
  await button(page, "Close the basket").click();
  // Together with those in the basket, one more costs as much as each of them.
  await quantity.fill("2");
  await quantity.press("Enter");
  await button(page, "Add to basket · $108.00").waitFor();
});

it("goes into one basket from two tabs of a new visitor at the same moment", async () => {
  const { shop } = await openShop();
  await aStockedPart(shop, { name: "Hose", number: "PW-9", priceCents: 1_000 });
  const first = await openPage(`${shop.url}/part/PW-1`, { ownPage: true });
  const second = await first.context().newPage();
  await second.goto(`${shop.url}/part/PW-9`);
  const held: (() => Promise<void>)[] = [];
  let isHolding = true;
  for (const page of [first, second]) {
    await page.route("**/api/basket/lines", async (route) => {
      if (isHolding) held.push(() => route.continue());
      else await route.continue();
    });
  }
  await Promise.all(
    [first, second].map((page) => button(page, /^Add to basket/).click({ noWaitAfter: true })),
  );
  // Both are sent, or one waits in its tab for the other.
  const waiting = () =>
    first.evaluate(async () => (await navigator.locks.query()).pending?.length ?? 0);
  await expect.poll(async () => held.length + (await waiting())).toBe(2);
  isHolding = false;
  await Promise.all(held.map((go) => go()));
  await first.getByRole("dialog").waitFor();
  await second.getByRole("dialog").waitFor();
  const { lines } = await (await first.request.get(`${shop.url}/api/basket`)).json();
  expect(lines).toHaveLength(2);
  // A tab that only reads the basket does not make the other tabs read it.
  const mark = () => first.evaluate(() => localStorage.getItem("basket"));
  const before = await mark();
  const third = await first.context().newPage();
  await third.goto(`${shop.url}/about`);
  await third.getByRole("link", { name: /^Basket.*4 pieces/ }).waitFor();
  expect(before).not.toBeNull();
  expect(await mark()).toBe(before);
});

it("is lower for a group of customers, delivered too", async () => {
  const { shop, admin } = await openShop();
  const buyer = await signUp(shop);
  await admin.send("PUT", `/api/user/${buyer.email}/price-group`, { group: "garages" });
  const page = await openPageAs(shop, buyer, "/part/PW-1");
  await page.getByText("Cost and date to your door").click();
  await page.getByLabel("Country").selectOption("DE");
  await button(page, "Show").click();
  await page.getByRole("form", { name: "Delivery" }).getByText("$85.90").waitFor();
  await button(page, /^Add to basket/).click();
  await page.getByRole("dialog").getByRole("link", { name: "Basket", exact: true }).click();
  await page.getByText("$40.00 each").waitFor();
  await page.getByText("$50.00 each in the catalogue. Lowest price").waitFor();
  // An open basket follows the person's group.
  await admin.send("PUT", `/api/user/${buyer.email}/price-group`, { group: null });
  await page.getByText("$50.00 each", { exact: true }).waitFor();
  await admin.send("PUT", `/api/user/${buyer.email}/price-group`, { group: "garages" });
  await page.getByText("$40.00 each").waitFor();
  await page.getByRole("link", { name: "Checkout" }).click();
  await page.waitForURL(`${shop.url}/checkout/address`);
  await page.getByText("Lowest price of the last 30 days: $50.00.").waitFor();
});

it("is swapped in the basket for what replaces it; an empty basket says where to go on", async () => {
  const { shop, admin, disc } = await openShop();
  const next = await aStockedPart(shop, { name: "New disc", number: "PW-2", priceCents: 5_000 });
  const visitor = openVisitor(shop);
  await visitor.send("PUT", "/api/basket/lines", { lines: [{ part: disc.id, quantity: 3 }] });
  const page = await openPage(blank);
  await setCookies(page, shop.url, visitor);
  const replacedBy = [{ part: next.id, choice: 1, quantity: 2, bothWays: false, reason: "" }];
  const edited = await admin.send("PATCH", `/api/parts/${disc.id}`, { replacedBy });
  expect(edited.status).toBe(200);
  await page.goto(`${shop.url}/basket`);
  await button(page, "Swap PW-1 for PW-2").click();
  await page.getByText("PW-2 is in your basket in place of PW-1.").waitFor();
  await expect.poll(() => page.getByRole("textbox", { name: /^Quantity/ }).inputValue()).toBe("6");
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await button(page, "Take PW-2 out").click();
  await page.getByRole("heading", { name: "Your basket is empty" }).waitFor();
  for (const [name, path] of [
    ["Buy again", "/dashboard/myOrder"],
    ["Paste a list", "/paste"],
    ["See all parts", "/shop"],
  ] as const) {
    const link = page.getByRole("main").getByRole("link", { name });
    await expect.poll(() => link.getAttribute("href")).toBe(path);
  }
});
