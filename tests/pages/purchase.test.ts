// Ordering a part: what is shown, what is refused, and what the form does.

import { describe, expect, it } from "vitest";
import { aPart } from "#seed/builders.ts";
import { changePart } from "#tests/builders/part.ts";
import { endSessions } from "#tests/builders/session.ts";
import { openPage } from "#tests/open-page.ts";
import { errorToast, openPageAs, toast } from "#tests/open-page-as.ts";
import {
  fillOrderForm,
  openOrderForm,
  orderButton,
  orderFields,
  readOrderedQuantities,
  readOrderForm,
} from "#tests/order-form-page.ts";
import { aStockedPart, readStock } from "#tests/orders.ts";
import { submitSignIn } from "#tests/page-actions.ts";
import { signUp, signUpAdmin } from "#tests/people.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";

const emptyShop = shareEmptyShop();

const empty = { Quantity: "5", Phone: "", Address: "" };
const bounds = "more than 5 (minimum quantity) and less than 120 (available).";

describe("a part that is to be ordered", () => {
  it("[§2.42 §4.18 §5.9 §5.12 §8.13 §9.3] is shown with whom it is ordered for, ordered, told of, and the form cleared for the profile", async () => {
    const { shop, page, part, vera } = await openOrderForm(await emptyShop());
    const readOnly = { Name: "Vera Lind", Email: vera.email, "Per Price": "$45.50" };
    for (const [label, text] of Object.entries({ ...readOnly, "Product Name": "Brake Disc" })) {
      const field = page.getByLabel(label, { exact: true });
      await expect.poll(() => field.inputValue(), { message: label }).toBe(text);
      await expect.poll(() => field.getAttribute("readonly")).not.toBeNull();
    }
    await expect.poll(() => readOrderForm(page)).toEqual(empty);
    await page.getByText("No address is given yet").waitFor();
    const total = page.getByRole("form", { name: "Order" }).locator("output");
    // Of the minimum itself, which cannot be ordered.
    await expect.poll(() => total.textContent()).toBe("–");
    await fillOrderForm(page);
    await expect.poll(() => total.textContent()).toBe("$318.50");
    await orderButton(page).click();
    await toast(page, "Order Success").waitFor();
    await expect.poll(() => readOrderForm(page)).toEqual(empty);
    await page.getByText("Ordered: 7 × Brake Disc for $318.50.").waitFor();
    const pay = await page.getByRole("link", { name: "Pay $318.50 now" }).getAttribute("href");
    const { body } = await vera.get(`/api/orders?email=${vera.email}`);
    const contact = { phone: orderFields.Phone, address: orderFields.Address };
    expect(body).toEqual([
      expect.objectContaining({ quantity: 7, totalPrice: 318.5, ...contact, part: part.id }),
    ]);
    expect(pay).toBe(`/dashboard/payment/${(body as { _id: string }[])[0]?._id}`);
    expect(await readStock(shop, part)).toBe(113);

    // From now on the number and location of the profile, unless something else is entered.
    const profile = { number: "+8801999", location: "9 Ship Road", education: "", img: "" };
    await vera.send("POST", "/api/updateUser", { email: vera.email, ...profile });
    const filled = { ...empty, Phone: "+8801999", Address: "9 Ship Road" };
    await page.reload();
    await expect.poll(() => readOrderForm(page)).toEqual(filled);
    await page.getByRole("link", { name: "Pay $318.50 now" }).waitFor({ state: "detached" });
    await page.getByLabel("Address", { exact: true }).fill("Bay 3");
    await page.reload();
    await expect.poll(() => readOrderForm(page)).toEqual({ ...filled, Address: "Bay 3" });
    await expect.poll(() => page.getByText("No address is given yet").count()).toBe(0);
  });

  it("is there at once for who saw it in a list, and as it is now a moment later", async () => {
    const shop = await emptyShop();
    const part = await aStockedPart(shop, { minimumQuantity: 5, availablQuantity: 120 });
    const page = await openPageAs(shop, await signUp(shop), "/product");
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route("**/api/purchase/**", async (route) => {
      await held;
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), availablQuantity: 99 } });
    });
    await page
      .getByRole("main")
      .getByRole("link", { name: /^Purchase / })
      .click();
    await page.waitForURL(`**/purchase/${part.id}`);
    const details = page.getByRole("main");
    await details.getByText("120", { exact: true }).waitFor();
    await orderButton(page).waitFor();
    letGo();
    await details.getByText("99", { exact: true }).waitFor();
  });

  it("is ordered by keyboard alone; quantity, total and button are on the first screen of a phone and a desk", async () => {
    const { shop, page } = await openOrderForm(await emptyShop());
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 1440, height: 900 },
    ]) {
      await page.setViewportSize(viewport);
      const shown = [page.getByLabel("Quantity"), page.getByText("Total"), orderButton(page)];
      for (const each of shown) {
        const box = await each.boundingBox();
        const end = (box?.y ?? viewport.height) + (box?.height ?? 0);
        expect(end).toBeLessThanOrEqual(viewport.height);
      }
    }
    await page.getByLabel("Quantity").focus();
    await page.keyboard.press("ArrowUp");
    for (const text of ["+8801711", "12 Mirpur Road"]) {
      await page.keyboard.press("Tab");
      await page.keyboard.type(text);
    }
    for (let readOnly = 0; readOnly <= 4; readOnly++) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await toast(page, "Order Success").waitFor();
    expect(await readOrderedQuantities(shop)).toEqual([6]);
  });

  it("[§5.10 §5.11 §8.3 §9.2] is not sent outside of its bounds, or for more than a card can pay, by the same rules as on the server", async () => {
    const { shop, page, part } = await openOrderForm(await emptyShop());
    let sent = 0;
    page.on("request", (request) => {
      if (request.method() === "POST" && request.url().endsWith("/api/orders")) sent++;
    });
    for (const [quantity, says] of [
      ["5", `Quantity must be ${bounds}`],
      ["120", `Quantity must be ${bounds}`],
      ["-6", `Quantity must be a whole number, ${bounds}`],
      ["1.5", `Quantity must be a whole number, ${bounds}`],
      ["1e2", `Quantity must be a whole number, ${bounds}`],
      ["", `Quantity must be a whole number, ${bounds}`],
    ] as const) {
      await page.getByLabel("Quantity").fill(quantity);
      await orderButton(page).click();
      await errorToast(page, says).waitFor();
      const field = page.getByRole("spinbutton", { name: "Quantity", description: says });
      await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true");
      await page.getByRole("button", { name: "Close this message" }).first().click();
      await errorToast(page, says).waitFor({ state: "detached" });
    }
    expect(sent).toBe(0);
    for (const quantity of ["6", "113"]) {
      await page.getByLabel("Quantity").fill(quantity);
      await orderButton(page).click();
      await page.getByText(`Ordered: ${quantity} × Brake Disc`).waitFor();
    }
    expect(await readOrderedQuantities(shop)).toEqual([6, 113]);

    await changePart(shop, part, { priceCents: 1_000_000, stock: 2_000 });
    await page.getByText("From 6 to 1,999 pieces").waitFor();
    await page.getByLabel("Quantity").fill("1000");
    await orderButton(page).click();
    await errorToast(page, "A card payment is at most $999,999.99. Please order fewer.").waitFor();
    expect(sent).toBe(2);
    await page.getByLabel("Quantity").fill("99");
    await orderButton(page).click();
    await page.getByText("Ordered: 99 × Brake Disc").waitFor();
    expect(await readOrderedQuantities(shop)).toEqual([6, 113, 99]);
  });
});

describe("while the form is open", () => {
  it("cannot be sent where the rule leaves nothing, and can when there is more", async () => {
    const few = { availablQuantity: 6 };
    const { shop, page, part } = await openOrderForm(await emptyShop(), few);
    const why = "This part cannot be ordered right now:";
    await page
      .getByText(`${why} only 6 are available, too few for an order (minimum quantity: 5).`)
      .waitFor();
    await expect.poll(() => orderButton(page).isDisabled()).toBe(true);
    await changePart(shop, part, { stock: 0 });
    await page.getByText(`${why} none is available (minimum quantity: 5).`).waitFor();
    await changePart(shop, part, { stock: 80 });
    await page.getByText("This part cannot be ordered right now").waitFor({ state: "detached" });
    await page.getByText("From 6 to 79 pieces").waitFor();
    await fillOrderForm(page, "100");
    await orderButton(page).click();
    await errorToast(
      page,
      "Quantity must be more than 5 (minimum quantity) and less than 80 (available).",
    ).waitFor();
    await expect.poll(() => readOrderForm(page)).toMatchObject({ Quantity: "100" });
    await changePart(shop, part, { stock: 300 });
    // What was wrong is right now.
    await page.getByRole("spinbutton", { description: "From 6 to 299 pieces" }).waitFor();
    await orderButton(page).click();
    await toast(page, "Order Success").waitFor();
    expect(await readOrderedQuantities(shop)).toEqual([100]);
  });

  it("a new price is told, and the total follows; one that the browser has not heard of is refused, shown, and taken the second time", async () => {
    const troubles = { expectedTroubles: /409/ };
    const { shop, page, part, vera } = await openOrderForm(await emptyShop(), {}, troubles);
    await fillOrderForm(page);
    await changePart(shop, part, { priceCents: 5025 });
    await page.getByText("The price has changed from $45.50 to $50.25 per piece").waitFor();
    await page.getByText("$351.75").waitFor();
    await orderButton(page).click();
    await page.getByText("Ordered: 7 × Brake Disc for $351.75.").waitFor();
    await page.getByText("The price has changed").waitFor({ state: "detached" });

    await fillOrderForm(page, "8");
    // Changed while the order is on its way: no message can reach the browser before.
    await page.route(
      "**/api/orders",
      async (route) => {
        await changePart(shop, part, { priceCents: 6000 });
        await route.continue();
      },
      { times: 1 },
    );
    await orderButton(page).click();
    await errorToast(
      page,
      "The price has changed to $60.00: the total is now $480.00. Please look again.",
    ).waitFor();
    await page.getByText("The price has changed from $50.25 to $60.00 per piece").waitFor();
    await expect.poll(() => readOrderForm(page)).toEqual({ ...orderFields, Quantity: "8" });
    expect(await readOrderedQuantities(shop)).toEqual([7]);
    await orderButton(page).click();
    await page.getByText("Ordered: 8 × Brake Disc for $480.00.").waitFor();
    const { body } = await vera.get(`/api/orders?email=${vera.email}`);
    expect(body).toMatchObject([{ totalPrice: 480 }, { totalPrice: 351.75 }]);
  });

  it("a part that was deleted leads to what replaces it; one that never was is not on the shelves either", async () => {
    const troubles = { expectedTroubles: /4(00|04|10)/ };
    const { shop, page, part } = await openOrderForm(await emptyShop(), {}, troubles);
    const admin = await signUpAdmin(shop);
    const follower = aPart({ name: "Follower", number: "FO-1" });
    await admin.send("POST", "/api/parts", follower);
    await admin.send("PATCH", `/api/parts/${part.id}`, { replacedBy: [{ part: "FO-1" }] });
    await admin.send("DELETE", `/api/parts/${part.id}`);
    await page.getByText("This part is not on our shelves").waitFor();
    await page.getByRole("heading", { name: "It was replaced by" }).waitFor();
    await page
      .getByRole("main")
      .getByRole("link", { name: /Follower/ })
      .click();
    await page.waitForURL(/\/part\/FO-1/);
    await page.goto(`${shop.url}/purchase/nothing`);
    await page.getByText("This part is not on our shelves").waitFor();
    const away = page.getByRole("main").getByRole("link", { name: "See all products" });
    await expect.poll(() => away.getAttribute("href")).toBe("/product");
  });
});

it("[§4.4 §4.8] is for signed-in people, who come back to it, and lose nothing of what they wrote when their session ends", async () => {
  const shop = await emptyShop();
  const vera = await signUp(shop);
  const part = await aStockedPart(shop, { minimumQuantity: 5 });
  const page = await openPage(`${shop.url}/purchase/${part.id}`, { expectedTroubles: /401/ });
  await page.waitForURL(/\/login\?from=%2Fpurchase%2F/);
  await submitSignIn(page, vera);
  await page.waitForURL(`${shop.url}/purchase/${part.id}`);
  await fillOrderForm(page);
  await page.route(
    "**/api/orders",
    async (route) => {
      await endSessions(shop);
      await route.continue();
    },
    { times: 1 },
  );
  await orderButton(page).click();
  await page.waitForURL(/\/login\?from=/);
  await submitSignIn(page, vera);
  await orderButton(page).waitFor();
  await expect.poll(() => readOrderForm(page)).toEqual(orderFields);
  await orderButton(page).click();
  await toast(page, "Order Success").waitFor();
  expect(await readOrderedQuantities(shop)).toEqual([7]);
});
