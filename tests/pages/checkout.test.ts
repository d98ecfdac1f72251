// From a list to an order: the basket and the checkout in the browser.
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { changeOrder } from "#tests/builders/order.ts";
import { changePart } from "#tests/builders/part.ts";
import { aDeliveryMethod, aDiscount, aTaxRate } from "#tests/builders/settings.ts";
import { findAccessibilityFaults } from "#tests/find-accessibility-faults.ts";
import { blank, openPage } from "#tests/open-page.ts";
import { openPageAs } from "#tests/open-page-as.ts";
import { aStockedPart } from "#tests/orders.ts";
import { findSignInCode } from "#tests/outbox.ts";
import { setCookies } from "#tests/page-actions.ts";
import { openVisitor, signUp, signUpAdmin, verifyEmail } from "#tests/people.ts";
import { saveSettings } from "#tests/save-settings.ts";
import { setUpApp } from "#tests/second-steps.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";

const emptyShop = shareEmptyShop();

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });
const link = (page: Page, name: string | RegExp) => page.getByRole("link", { name });

async function openDeliveringShop() {
  const shop = await emptyShop();
  const admin = await signUpAdmin(shop);
  await saveSettings(admin, {
    company: { country: "DE" },
    tax: { rates: [aTaxRate()] },
    delivery: {
      zones: [{ id: "home", name: "Home", places: [{ country: "DE" }] }],
      methods: [
        aDeliveryMethod({ id: "parcel", name: "Parcel" }),
        aDeliveryMethod({ id: "express", name: "Express", rates: [{ upTo: null, cents: 1_990 }] }),
      ],
    },
  });
  const disc = await aStockedPart(shop, { name: "Disc", number: "PW-1", priceCents: 5_000 });
  const pads = await aStockedPart(shop, { name: "Pads", number: "PW-2", priceCents: 2_000 });
  return { shop, disc, pads };
}

describe("the basket", () => {
  it("fills from a list and from a part, says what a typed quantity became, and shows live what changes", async () => {
    const { shop, disc } = await openDeliveringShop();
    const page = await openPage(`${shop.url}/shop`);
    await button(page, "Add PW-2 to the basket").click();
    await page.getByText("2 × PW-2 in your basket.").waitFor();
    await page.getByRole("link", { name: "Disc", exact: true }).click();
    const quantity = page.getByRole("textbox", { name: "Quantity of PW-1" });
    await quantity.fill("1");
    await quantity.press("Tab");
    await page.getByText("The least you can order is 2: set to 2.", { exact: true }).waitFor();
    expect(await quantity.inputValue()).toBe("2");
    await button(page, "Add to basket · $100.00").click();
    const drawer = page.getByRole("dialog", { name: "Your basket" });
    await drawer.getByText("$140.00").first().waitFor();
    await drawer.getByRole("link", { name: "Basket", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Basket" }).waitFor();
    for (const typed of ["1000", "50000"]) {
      await quantity.fill(typed);
      await quantity.press("Enter");
      await page.getByText("so the most you can order is 99: set to 99.").waitFor();
      await expect.poll(() => quantity.inputValue()).toBe("99");
    }
    await changePart(shop, { id: disc.id }, { stock: 2 });
    await page.getByText(/^Only 2 are left, and the least you could order is 2\./).waitFor();
    await page.getByText("$40.00").first().waitFor();
    await button(page, "Take PW-2 out").click();
    await page.getByText("PW-2 is taken out.").waitFor();
    await button(page, "Undo").click();
    await button(page, "Save for later: PW-2").click();
    await page.getByRole("heading", { name: "Saved for later" }).waitFor();
    await expect.poll(() => link(page, "Checkout").count()).toBe(0);
  });

  it("fills from the cards of the catalogue and of what was viewed", async () => {
    const { shop, disc } = await openDeliveringShop();
    const page = await openPage(`${shop.url}/`);
    await button(page, "Add PW-2 to the basket").click();
    await page.getByText("2 × PW-2 in your basket. The least you can order is 2").waitFor();
    await link(page, "Purchase Pads").waitFor();
    await page.getByRole("navigation").getByRole("link", { name: "Products" }).first().click();
    await page.waitForURL(`${shop.url}/product`);
    await button(page, "Add PW-2 to the basket").click();
    await page.getByText("3 × PW-2 in your basket.").waitFor();
    await button(page, "Undo").click();
    await page.getByText("2 × PW-2 in your basket.").waitFor();
    await changePart(shop, { id: disc.id }, { stock: 2 });
    await button(page, "Add PW-1 to the basket").waitFor({ state: "detached" });
    await changePart(shop, { id: disc.id }, { stock: 100 });
    await page.goto(`${shop.url}/part/PW-1`);
    await expect
      .poll(() => page.evaluate(() => Object.values(localStorage).join()))
      .toContain(disc.id);
    await link(page, /^Basket/).click();
    await page.getByRole("dialog").getByRole("link", { name: "Pads" }).click();
    await page.waitForURL(/PW-2/);
    const viewed = page.getByRole("region", { name: "Recently viewed" });
    await viewed.getByRole("button", { name: "Add PW-1 to the basket" }).click();
    await page.getByText("2 × PW-1 in your basket.").waitFor();
    await button(page, "Undo").click();
    await page.getByText("PW-1 is taken out.").waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
  });
});

describe("a code in the basket", () => {
  it("is explained, and the basket can be shown to others", async () => {
    const { shop, disc } = await openDeliveringShop();
    const admin = await signUpAdmin(shop);
    await saveSettings(admin, { discounts: { discounts: [aDiscount({ code: "SPRING10" })] } });
    const visitor = openVisitor(shop);
    const lines = [{ part: disc.id, quantity: 2 }];
    await visitor.send("PUT", "/api/basket/lines", { lines });
    const page = await openPage(blank, { expectedTroubles: /404|410/ });
    await setCookies(page, shop.url, visitor);
    await page.goto(`${shop.url}/basket`);
    const code = page.getByRole("textbox", { name: "Discount code" });
    await code.fill("winter10");
    await code.press("Enter");
    await page.getByText("We do not know this code.").waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await code.fill("spring10");
    await code.press("Enter");
    await page.getByText("–$10.00", { exact: true }).waitFor();
    await page.getByText("Lowest price of the last 30 days: $50.00.").waitFor();
    await button(page, "Share this basket").click();
    const link = await page.getByLabel("Link to this basket").inputValue();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await button(page, "Take the code SPRING10 out").click();
    await page.getByText("–$10.00", { exact: true }).waitFor({ state: "detached" });
    await page.goto(link);
    await page.getByText("2 × $50.00").waitFor();
    const about = /^Comment on /;
    await page.getByText(about).click();
    await button(page, "Send").click();
    await page.getByText("Write something.").waitFor();
    await page.getByLabel(/^Your comment on /).fill("Take the coated one");
    await page.getByLabel("Your name, if you like").fill("Jo");
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await button(page, "Send").click();
    const comments = page.getByRole("list", { name: /^Comments on / });
    await comments.getByText("Take the coated one").waitFor();
    await page.goto(`${shop.url}/basket`);
    await comments.getByText("Take the coated one").waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await comments.getByRole("button").click();
    await comments.waitFor({ state: "detached" });
    await page.getByText("A new link ends that one.").waitFor();
    await button(page, "End the link").click();
    await button(page, "Share this basket").waitFor();
    await page.goto(link);
    await page.getByText("This link has ended.").waitFor();
  });
});

describe("the checkout", () => {
  it("leads from the basket to an order that can be paid, by keyboard too", async () => {
    const { shop, disc, pads } = await openDeliveringShop();
    const vera = await signUp(shop);
    const lines = [disc, pads].map(({ id }) => ({ part: id, quantity: 2 }));
    await vera.send("PUT", "/api/basket/lines", { lines });
    // No card provider answers here.
    const page = await openPageAs(shop, vera, "/basket", { expectedTroubles: /503/ });
    await link(page, "Checkout").click();
    await page.getByRole("heading", { name: "Where should we deliver it?" }).waitFor();
    // Without an address nothing is said of what comes with it.
    await page.getByText("comes with the address").waitFor();
    await page.getByText("Total without delivery").waitFor();
    expect(await page.getByText(/^Includes/).count()).toBe(0);
    expect(await page.getByRole("searchbox").count()).toBe(0);
    await button(page, "Continue to delivery").click();
    await page.getByText("Street is Required").waitFor();
    await page.getByLabel("Street and number").fill("Kaistr. 4");
    await page.getByLabel("City").fill("Kiel");
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await page.getByLabel("City").press("Enter");
    await page.getByRole("heading", { name: "How should we deliver it?" }).waitFor();
    await page.getByText("$145.90").last().waitFor();
    await page.getByRole("radio", { name: /^Express/ }).check();
    await page.getByText("$159.90").last().waitFor();
    // Sum and days are on the first screen of a phone, the rest is folded.
    await page.setViewportSize({ width: 390, height: 844 });
    const folded = button(page, /^Your order \$159\.90 Arrives /);
    expect(await page.getByText("2 × Pads").isVisible()).toBe(false);
    await folded.click();
    await page.getByText("2 × Pads").waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.getByLabel("Your reference (optional)").fill("PO 7");
    await button(page, "Continue to payment").click();
    await changePart(shop, { id: disc.id }, { priceCents: 5_500 });
    await button(page, "Order with obligation to pay · $169.90").click();
    await page.getByRole("heading", { name: "Disc and 1 more" }).waitFor();
    await page.getByText("Please Pay: $169.90").waitFor();
    await page.getByText(/^Arrives, if you pay before /).waitFor();
    await page
      .getByText(/^Parcel|^Express/)
      .first()
      .waitFor();
    await page.getByText("2 × Pads").waitFor();
    expect((await vera.get("/api/basket")).body).toMatchObject({ lines: [] });
  });

  it("sells five parts to a visitor by an e-mail and a code, and asks nothing twice", async () => {
    const { shop } = await openDeliveringShop();
    const others = ["PW-3", "PW-4", "PW-5"];
    await Promise.all(others.map((number) => aStockedPart(shop, { number, name: number })));
    const page = await openPage(`${shop.url}/shop`, { expectedTroubles: /503/ });
    const addresses: string[] = [];
    page.on("framenavigated", (frame) => addresses.push(frame.url()));
    for (const number of ["PW-1", "PW-2", ...others]) {
      await button(page, `Add ${number} to the basket`).click();
      await page.getByText(`2 × ${number} in your basket.`).waitFor();
    }
    await link(page, /^Basket/).click();
    await page.getByRole("dialog").getByRole("link", { name: "Checkout" }).click();
    await page.getByRole("heading", { name: "Where can we reach you?" }).waitFor();
    await page.getByText("Total without delivery").waitFor();
    await page.getByText("2 × PW-5").waitFor();
    const email = `ida.${crypto.randomUUID()}@example.com`;
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Email").press("Enter");
    await page.getByText(`We have sent a code to ${email}.`).waitFor();
    await page.getByRole("textbox", { name: "Code" }).fill(await findSignInCode(shop, email));
    await page.getByRole("textbox", { name: "Code" }).press("Enter");
    await page.getByRole("heading", { name: "Where should we deliver it?" }).waitFor();
    const fields = { Name: "Ida Holm", "Street and number": "Kaistr. 4", City: "Kiel" };
    for (const [label, value] of Object.entries(fields)) {
      await expect.poll(() => page.getByLabel(label, { exact: true }).inputValue()).toBe("");
      await page.getByLabel(label, { exact: true }).fill(value);
    }
    const country = page.getByLabel("Country", { exact: true });
    expect(await country.getAttribute("autocomplete")).toBe("shipping country");
    await button(page, "Continue to delivery").click();
    await button(page, "Continue to payment").click();
    await page.getByText("Ida Holm").waitFor();
    await button(page, /^Order with obligation to pay/).click();
    await page.getByRole("heading", { name: "Disc and 4 more" }).waitFor();
    expect(addresses.filter((url) => /login|register/.test(url))).toEqual([]);
    await page.waitForURL(/\?order=/);
    const _id = new URL(page.url()).searchParams.get("order") ?? "";
    await changeOrder(shop.shop.db, { _id }, { paymentState: "processing" });
    await page.goto(page.url().replace("payment", "done"));
    await page.getByRole("heading", { name: "Your bank is confirming the payment" }).waitFor();
    await page.getByText("Please do not pay again.").waitFor();
    expect(await link(page, "Pay it now").count()).toBe(0);
    await button(page, /^Order again/).click();
    await page.getByText("Everything is as it was in your order.").waitFor();
    await page.goto(`${shop.url}/checkout/address`);
    await button(page, "Deliver here: Ida Holm, Kaistr. 4, Kiel").waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await button(page, "Forget Ida Holm, Kaistr. 4, Kiel").click();
    await page.getByRole("heading", { name: "Your addresses" }).waitFor({ state: "detached" });
  });

  it("signs in by the code who has an account, second step included, with the basket", async () => {
    const { shop, disc } = await openDeliveringShop();
    const vera = await signUp(shop);
    await verifyEmail(shop, vera);
    const app = await setUpApp(vera);
    // What is ordered is in no basket any more.
    const page = await openPage(`${shop.url}/checkout/payment?order=${disc.id}`);
    const signInLink = link(page, "Sign in with it");
    const leadsBackTo = async (path: string) => {
      const address = `/login?${new URLSearchParams({ from: path })}`;
      await expect.poll(() => signInLink.getAttribute("href")).toBe(address);
    };
    await page.getByRole("heading", { name: "Sign in to see your order" }).waitFor();
    await leadsBackTo(`/checkout/payment?order=${disc.id}`);
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await page.goto(`${shop.url}/part/PW-1`);
    await button(page, /^Add to basket/).click();
    await page.getByRole("dialog").getByRole("link", { name: "Checkout" }).click();
    await page.getByLabel("Email").fill(vera.email);
    await leadsBackTo("/checkout/payment");
    await button(page, "Send me a code").click();
    await page.getByRole("textbox", { name: "Code" }).fill(await findSignInCode(shop, vera.email));
    await button(page, "Continue").click();
    await page.getByRole("heading", { name: "One more step" }).waitFor();
    await page.getByRole("textbox", { name: "Code" }).fill(app.code());
    await button(page, "Continue").click();
    await page.getByRole("heading", { name: "Where should we deliver it?" }).waitFor();
    await page.getByText(`2 × ${disc.name}`).waitFor();
    await expect
      .poll(() => page.getByLabel("Name", { exact: true }).inputValue())
      .toBe("Vera Lind");
  });
});

describe("the page Settings", () => {
  it("saves, names what contradicts at its field, and undoes", async () => {
    const shop = await emptyShop();
    const admin = await signUpAdmin(shop);
    const page = await openPageAs(shop, admin, "/dashboard/settings", {
      expectedTroubles: /400/,
    });
    await page.getByLabel("Time zone of the works").fill("Mars/Olympus");
    await button(page, "Save").click();
    await page.getByText("Must be a time zone such as Europe/Berlin").waitFor();
    await page.getByLabel("Time zone of the works").fill("Europe/Berlin");
    await button(page, "Save").click();
    await page.getByText("Saved. It is in force now.").waitFor();
    await button(page, "Undo: Changed the settings, time zone").click();
    await expect.poll(() => page.getByLabel("Time zone of the works").inputValue()).toBe("UTC");
    await page.getByText("Delivery", { exact: true }).click();
    await button(page, "Add a method").click();
    await page.getByLabel("Name of the method", { exact: true }).fill("Parcel");
    await page.getByLabel("Short name of the method").fill("parcel");
    await page.getByLabel("Price 1 ($)").fill("5.90");
    await button(page, "Save").click();
    await page.getByRole("paragraph").filter({ hasText: "Choose a zone" }).waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await button(page, "Discard").click();
    await page.getByText("Discounts", { exact: true }).first().click();
    await button(page, "Add a discount").click();
    await page.getByLabel("Discount 1", { exact: true }).fill("Spring");
    await page.getByLabel("Short name of discount 1").fill("spring");
    await button(page, "Save").click();
    await page.getByText("Must be more than nothing").waitFor();
    await page.getByLabel("Percent 1").fill("7.5");
    await button(page, "Add a price list").click();
    await page.getByLabel("Price list 1", { exact: true }).fill("Garages");
    await page.getByLabel("Short name of price list 1").fill("garages");
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await button(page, "Save").click();
    await page.getByText("Saved. It is in force now.").waitFor();
  });
});
