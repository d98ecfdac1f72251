// Sections 4, 5, 6 and 8 of the specification: what no other test asserts.

import { describe, expect, it } from "vitest";
import type { Order } from "#contract/orders.ts";
import { moveOrder } from "#tests/builders/order.ts";
import { blank } from "#tests/open-page.ts";
import { openPageAs, toast } from "#tests/open-page-as.ts";
import { openOrderForm, orderButton } from "#tests/order-form-page.ts";
import { aStockedPart, placeOrder } from "#tests/orders.ts";
import { fillFields, goWithinShop, readAccessToken, readFormRules } from "#tests/page-actions.ts";
import { signUp, signUpAdmin } from "#tests/people.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";

const emptyShop = shareEmptyShop();

describe("orders", () => {
  it("[§4.11 §4.12] are offered for payment only with a total and unpaid", async () => {
    const shop = await emptyShop();
    const vera = await signUp(shop);
    const part = (name: string) => aStockedPart(shop, { name });
    await placeOrder(vera, await part("Unpaid Disc"));
    const paid = await placeOrder(vera, await part("Paid Hose"));
    const { _id } = await placeOrder(vera, await part("Free Belt"));
    await moveOrder(shop.shop.db, paid, "paid");
    const page = await openPageAs(shop, vera, blank);
    // The database holds none without a total; an answer might.
    await page.route("**/api/orders?*", async (route) => {
      const response = await route.fetch();
      const orders = (await response.json()) as Order[];
      const json = orders.map((order) => (order._id === _id ? { ...order, totalPrice: 0 } : order));
      await route.fulfill({ response, json });
    });
    await page.goto(`${shop.url}/dashboard/myOrder`);
    const offers = async (name: string) => {
      const row = page.getByRole("row").filter({ hasText: name });
      await row.waitFor();
      const [buttons, says] = [
        row.getByRole("link", { name: "Payment" }),
        row.getByText("Paid", { exact: true }),
      ];
      return [await buttons.count(), await says.count()];
    };
    expect(await offers("Unpaid Disc")).toEqual([1, 0]);
    expect(await offers("Paid Hose")).toEqual([0, 1]);
    expect(await offers("Free Belt")).toEqual([0, 0]);
  });

  it("[§5.13] are taken with any phone and address, and with none", async () => {
    const { page } = await openOrderForm(await emptyShop());
    for (const text of ["", "not a number, <nowhere> 🛞"]) {
      await fillFields(page, { Quantity: "7", Phone: text, Address: text });
      await orderButton(page).click();
      await toast(page, "Order Success").waitFor();
      await page.getByRole("button", { name: "Close this message" }).first().click();
      await toast(page, "Order Success").waitFor({ state: "detached" });
    }
  });
});

describe("people", () => {
  it("[§5.19 §5.20 §5.21] fill in forms without required, min or max rules", async () => {
    const shop = await emptyShop();
    const page = await openPageAs(shop, await signUpAdmin(shop), "/dashboard");
    for (const [path, name] of [
      ["/dashboard/addReview", "Add Your Review"],
      ["/dashboard/updateProfile", "Update Profile"],
      ["/dashboard/addProduct", "Product Information"],
    ] as const) {
      await goWithinShop(page, path);
      const form = page.getByRole("form", { name });
      await form.waitFor();
      expect(await readFormRules(form)).toEqual([]);
    }
  });

  it("[§6.5] are asked for as admins by their e-mail, with the stored token", async () => {
    const shop = await emptyShop();
    const admin = await signUpAdmin(shop);
    const page = await openPageAs(shop, admin, blank);
    const asked = page.waitForRequest("**/api/admin/**");
    await page.goto(`${shop.url}/dashboard/makeAdmin`);
    const request = await asked;
    expect(decodeURIComponent(new URL(request.url()).pathname)).toBe(`/api/admin/${admin.email}`);
    expect(request.headers().authorization).toBe(`Bearer ${await readAccessToken(page)}`);
    await page.getByRole("heading", { name: "Make Admin" }).waitFor();
  });
});
