// Ordering a part: what is shown, what is refused, and what the form does.

import { describe, expect, it } from "vitest";
import { aPart } from "#seed/builders.ts";
import { changePart, removePart } from "#tests/builders/part.ts";
import { endSessions } from "#tests/builders/session.ts";
import { errorToast, toast } from "#tests/open-page-as.ts";
import {
  fillOrderForm,
  openOrderForm,
  orderButton,
  orderFields,
  readOrderedQuantities,
  readOrderForm,
} from "#tests/order-form-page.ts";
import { readStock } from "#tests/orders.ts";
import { submitSignIn } from "#tests/page-actions.ts";
import { signUpAdmin } from "#tests/people.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";

const emptyShop = shareEmptyShop();

const empty = { Quantity: "5", Phone: "", Address: "" };
const bounds = "more than 5 (minimum quantity) and less than 120 (available).";

describe("a part that is to be ordered", () => {
  it("[§2.42 §5.9 §5.12] is shown with whom it is ordered for", async () => {
    const { page, vera } = await openOrderForm(await emptyShop());
    const readOnly = { Name: "Vera Lind", Email: vera.email, "Per Price": "$45.50" };
    for (const [label, text] of Object.entries({ ...readOnly, "Product Name": "Brake Disc" })) {
      const field = page.getByLabel(label, { exact: true });
      await expect.poll(() => field.inputValue(), { message: label }).toBe(text);
      await expect.poll(() => field.getAttribute("readonly")).not.toBeNull();
    }
    await expect.poll(() => readOrderForm(page)).toEqual(empty);
  });

  it("is there at once for who saw it in a list, and as it is now a moment later", async () => {
    const { shop, page, part } = await openOrderForm(await emptyShop());
    await page.goto(`${shop.url}/product`);
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

  it("[§4.18 §8.13 §9.3] is ordered, told of, and the form cleared", async () => {
    const { shop, page, part, vera } = await openOrderForm(await emptyShop());
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
    expect(body).toEqual([
      expect.objectContaining({
        quantity: 7,
        totalPrice: 318.5,
        phone: orderFields.Phone,
        address: orderFields.Address,
        part: part.id,
      }),
    ]);
    expect(pay).toBe(`/dashboard/payment/${(body as { _id: string }[])[0]?._id}`);
    expect(await readStock(shop, part)).toBe(113);
    await page.reload();
    await orderButton(page).waitFor();
    await expect.poll(() => readOrderForm(page)).toEqual(empty);
    await page.getByRole("link", { name: "Pay $318.50 now" }).waitFor({ state: "detached" });
  });

  it("is ordered with the number and location of the profile, unless something else is entered", async () => {
    const { page, vera } = await openOrderForm(await emptyShop());
    await page.getByText("No address is given yet").waitFor();
    const contact = { number: "+8801711", location: "12 Mirpur Road" };
    const profile = { email: vera.email, education: "", img: "", ...contact };
    await vera.send("POST", "/api/updateUser", profile);
    const filled = { ...empty, Phone: "+8801711", Address: "12 Mirpur Road" };
    await page.reload();
    await expect.poll(() => readOrderForm(page)).toEqual(filled);
    await page.getByLabel("Address", { exact: true }).fill("Bay 3");
    await page.reload();
    await expect.poll(() => readOrderForm(page)).toEqual({ ...filled, Address: "Bay 3" });
    await expect.poll(() => page.getByText("No address is given yet").count()).toBe(0);
  });

  it("is ordered by keyboard alone", async () => {
    const { shop, page } = await openOrderForm(await emptyShop());
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

  it.each([
    ["a phone", { width: 390, height: 844 }],
    ["a desk", { width: 1440, height: 900 }],
  ])("shows quantity, total and button on the first screen of %s", async (_, viewport) => {
    const { page } = await openOrderForm(await emptyShop(), {}, { viewport });
    for (const shown of [page.getByLabel("Quantity"), page.getByText("Total"), orderButton(page)]) {
      const box = await shown.boundingBox();
      expect((box?.y ?? viewport.height) + (box?.height ?? 0)).toBeLessThanOrEqual(viewport.height);
    }
  });

  it("[§5.10 §5.11 §8.3 §9.2] is not ordered outside of its bounds, and both limits are named", async () => {
    const { shop, page } = await openOrderForm(await emptyShop());
    for (const [quantity, says] of [
      ["5", `Quantity must be ${bounds}`],
      ["120", `Quantity must be ${bounds}`],
      ["0", `Quantity must be ${bounds}`],
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
    expect(await readOrderedQuantities(shop)).toEqual([]);
    for (const quantity of ["6", "113"]) {
      await page.getByLabel("Quantity").fill(quantity);
      await orderButton(page).click();
      await page.getByText(`Ordered: ${quantity} × Brake Disc`).waitFor();
    }
    expect(await readOrderedQuantities(shop)).toEqual([6, 113]);
  });

  it("is not sent for more than a card can pay, by the same rule as on the server", async () => {
    const expensive = { price: 10_000, availablQuantity: 2_000 };
    const { page, vera } = await openOrderForm(await emptyShop(), expensive);
    let sent = 0;
    page.on("request", (request) => {
      if (request.method() === "POST" && request.url().endsWith("/api/orders")) sent++;
    });
    await fillOrderForm(page, "1000");
    await orderButton(page).click();
    await errorToast(page, "A card payment is at most $999,999.99. Please order fewer.").waitFor();
    expect(sent).toBe(0);
    await page.getByLabel("Quantity").fill("99");
    await orderButton(page).click();
    await toast(page, "Order Success").waitFor();
    expect((await vera.get(`/api/orders?email=${vera.email}`)).body).toHaveLength(1);
  });

  it("cannot be ordered where the rule leaves nothing, and can when there is more", async () => {
    const few = { availablQuantity: 6 };
    const { shop, page, part } = await openOrderForm(await emptyShop(), few);
    const why = "This part cannot be ordered right now:";
    await page
      .getByText(`${why} only 6 are available, too few for an order (minimum quantity: 5).`)
      .waitFor();
    await expect.poll(() => orderButton(page).isDisabled()).toBe(true);
    await changePart(shop, part, { stock: 0 });
    await page.getByText(`${why} none is available (minimum quantity: 5).`).waitFor();
    await changePart(shop, part, { stock: 7 });
    await page.getByText("This part cannot be ordered right now").waitFor({ state: "detached" });
    await page.getByLabel("Quantity").fill("6");
    await orderButton(page).click();
    await toast(page, "Order Success").waitFor();
    expect(await readOrderedQuantities(shop)).toEqual([6]);
  });
});

describe("while the form is open", () => {
  it("shows what others leave, and holds to it", async () => {
    const { shop, page, part } = await openOrderForm(await emptyShop());
    await fillOrderForm(page, "100");
    await changePart(shop, part, { stock: 80 });
    await page.getByText("From 6 to 79 pieces").waitFor();
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
  });

  it("a new price is told, and the total follows", async () => {
    const { shop, page, part, vera } = await openOrderForm(await emptyShop());
    await fillOrderForm(page);
    await changePart(shop, part, { priceCents: 5025 });
    await page.getByText("The price has changed from $45.50 to $50.25 per piece").waitFor();
    await page.getByText("$351.75").waitFor();
    await orderButton(page).click();
    await toast(page, "Order Success").waitFor();
    await page.getByText("The price has changed").waitFor({ state: "detached" });
    const { body } = await vera.get(`/api/orders?email=${vera.email}`);
    expect(body).toMatchObject([{ totalPrice: 351.75 }]);
  });

  it("a price that the browser has not heard of is refused, shown, and taken the second time", async () => {
    const troubles = { expectedTroubles: /409/ };
    const { shop, page, part } = await openOrderForm(await emptyShop(), {}, troubles);
    await fillOrderForm(page);
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
      "The price has changed to $60.00: the total is now $420.00. Please look again.",
    ).waitFor();
    await page.getByText("The price has changed from $45.50 to $60.00 per piece").waitFor();
    await expect.poll(() => readOrderForm(page)).toEqual(orderFields);
    expect(await readOrderedQuantities(shop)).toEqual([]);
    await orderButton(page).click();
    await toast(page, "Order Success").waitFor();
    expect(await readOrderedQuantities(shop)).toEqual([7]);
  });

  it("a part that goes is gone kindly, and so is one that never was", async () => {
    const troubles = { expectedTroubles: /40[04]/ };
    const { shop, page, part } = await openOrderForm(await emptyShop(), {}, troubles);
    await removePart(shop, part);
    await page.getByText("This part is not on our shelves").waitFor();
    for (const id of [crypto.randomUUID(), "nothing"]) {
      await page.goto(`${shop.url}/purchase/${id}`);
      await page.getByText("This part is not on our shelves").waitFor();
      const away = page.getByRole("main").getByRole("link", { name: "See all products" });
      await expect.poll(() => away.getAttribute("href")).toBe("/product");
    }
  });

  it("a part that was deleted leads to what replaces it", async () => {
    const troubles = { expectedTroubles: /4(04|10)/ };
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
  });

  it("a session's end takes nothing of what was written", async () => {
    const troubles = { expectedTroubles: /401/ };
    const { shop, page, vera } = await openOrderForm(await emptyShop(), {}, troubles);
    await fillOrderForm(page);
    await endSessions(shop);
    await orderButton(page).click();
    await page.waitForURL(/\/login\?from=/);
    await submitSignIn(page, vera);
    await orderButton(page).waitFor();
    await expect.poll(() => readOrderForm(page)).toEqual(orderFields);
    await orderButton(page).click();
    await toast(page, "Order Success").waitFor();
    expect(await readOrderedQuantities(shop)).toEqual([7]);
  });
});

it("[§4.4 §4.8] is for signed-in people, who come back to it", async () => {
  const { shop, page, part, vera } = await openOrderForm(await emptyShop());
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${shop.url}/purchase/${part.id}`);
  await page.waitForURL(/\/login\?from=%2Fpurchase%2F/);
  await submitSignIn(page, vera);
  await page.waitForURL(`${shop.url}/purchase/${part.id}`);
});
