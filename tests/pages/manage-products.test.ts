// The stock of the shop as a table: whoever may look, and whoever may delete.

import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { aPart } from "#seed/builders.ts";
import { addPart, addParts } from "#server/modules/catalog/add-parts.ts";
import { changePart } from "#tests/builders/part.ts";
import { setRole } from "#tests/builders/person.ts";
import { errorToast, openPageAs, readFocusedName, toast } from "#tests/open-page-as.ts";
import { aStockedPart, placeOrder } from "#tests/orders.ts";
import { signUp, signUpAdmin } from "#tests/people.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";

const emptyShop = shareEmptyShop();

const path = "/dashboard/manageProducts";
const rowOf = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const cellsOf = (page: Page, name: string) => rowOf(page, name).getByRole("cell").allInnerTexts();
const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => aPart({ name: `Part ${index + 1}` }));
const columns = ["no", "Product Name", "Minimum Quantity", "Availabl Quantity", "Price"];
const dialogIn = (page: Page) => page.getByRole("alertdialog", { name: "Are you sure?" });

describe("Manage Products", () => {
  it("[§2.66] has the columns no, Product Name, Minimum Quantity, Availabl Quantity, Price, Delete, and follows what others do", async () => {
    const stock = { none: 0, few: 5, low: 15, enough: 16 };
    const part = { minimumQuantity: 1, availablQuantity: 1_200, priceCents: 9_999_999 };
    const shop = await emptyShop({
      parts: [
        aPart({ name: "Old" }),
        aPart({ name: "Disc", number: "PW-77", ...part }),
        ...Object.entries(stock).map(([name, availablQuantity]) =>
          aPart({ name, availablQuantity, minimumQuantity: 4 }),
        ),
      ],
    });
    const admin = await signUpAdmin(shop);
    const page = await openPageAs(shop, admin, path);
    await rowOf(page, "Disc").waitFor();
    await expect
      .poll(() => page.getByRole("columnheader").allTextContents())
      .toEqual([...columns, "Delete", "Number"]);
    await rowOf(page, "Disc").getByRole("button", { name: "Delete" }).waitFor();
    await expect
      .poll(() => cellsOf(page, "Disc"))
      .toEqual(["2", "Disc", "1", "1,200", "$99,999.99", "Delete", "PW-77"]);
    // What runs out is marked.
    const marks = async (name: string) => (await cellsOf(page, name))[3]?.replace(/\s+/, " ");
    await expect
      .poll(() => Promise.all(Object.keys(stock).map(marks)))
      .toEqual(["0 None left", "5 Too few to order", "15 Low", "16"]);

    await addPart(shop.shop.db, aPart({ name: "Filter" }));
    await rowOf(page, "Filter").waitFor();
    await changePart(shop, { name: "Disc" }, { stock: 90 });
    await expect.poll(() => cellsOf(page, "Disc")).toContain("90");
    const parts = (await shop.get("/api/parts")).body as { _id: string; name: string }[];
    const old = parts.find(({ name }) => name === "Old");
    await admin.send("DELETE", `/api/parts/${old?._id}`);
    await rowOf(page, "Old").waitFor({ state: "detached" });
  });

  it("[§2.53 §6.2] can be opened by any signed-in user, who is told who deletes", async () => {
    const shop = await emptyShop({ parts: [aPart({ name: "Disc" })] });
    const vera = await signUp(shop);
    const page = await openPageAs(shop, vera, path, { expectedTroubles: /status of 400/ });
    await page.getByText("Only admins of the shop can delete a product.").waitFor();
    await rowOf(page, "Disc").waitFor();
    await expect
      .poll(() => page.getByRole("columnheader").allTextContents())
      .toEqual([...columns, "Delete"]);
    await expect.poll(async () => (await cellsOf(page, "Disc")).at(-1)).toBe("Admins only");
    await expect.poll(() => page.getByRole("button", { name: "Delete" }).count()).toBe(0);
    const [part] = (await shop.get("/api/parts")).body as { _id: string }[];
    expect((await vera.send("DELETE", `/api/parts/${part?._id}`)).status).toBe(403);

    // As where there are too many parts; one can go on with another word.
    const error = { code: "invalid", message: "Too short", fields: { q: "Write three letters." } };
    await page.route("**/api/parts?q=zz*", (route) =>
      route.fulfill({ status: 400, json: { error } }),
    );
    const search = page.getByRole("searchbox", { name: "Search by name" });
    await search.fill("zz");
    const problem = page.getByRole("alert").filter({ hasText: "Write three letters." });
    await problem.getByText("Please change your search").waitFor();
    await search.fill("dis");
    await rowOf(page, "Disc").waitFor();
  });

  it("[§5.17 §8.9] deletes only what is confirmed, says “Deleted Success”, and the orders of the product stay", async () => {
    const shop = await emptyShop({ parts: [aPart({ name: "Kept" })] });
    const part = await aStockedPart(shop, { name: "Disc" });
    const [vera, admin] = [await signUp(shop), await signUpAdmin(shop)];
    await placeOrder(vera, part, { quantity: 7 });
    const page = await openPageAs(shop, admin, path, { expectedTroubles: /40[13]/ });
    for (const leave of [
      () => dialogIn(page).getByRole("button", { name: "Keep the product" }).click(),
      () => page.keyboard.press("Escape"),
    ]) {
      await rowOf(page, "Disc").getByRole("button", { name: "Delete" }).click();
      await dialogIn(page).getByText("Disc").waitFor();
      await leave();
      await dialogIn(page).waitFor({ state: "detached" });
      await expect.poll(() => readFocusedName(page)).toBe("Delete Disc");
    }
    expect((await shop.get("/api/parts")).body).toHaveLength(2);

    await rowOf(page, "Disc").getByRole("button", { name: "Delete" }).click();
    await dialogIn(page).getByRole("button", { name: "Delete" }).click();
    await toast(page, "Deleted Success").waitFor();
    await rowOf(page, "Disc").waitFor({ state: "detached" });
    await expect.poll(() => readFocusedName(page)).toBe("Manage Products");
    expect((await vera.get(`/api/orders?email=${vera.email}`)).body).toMatchObject([
      { productName: "Disc", quantity: 7 },
    ]);

    // By who was an admin a moment ago.
    await rowOf(page, "Kept").getByRole("button", { name: "Delete" }).click();
    await setRole(shop, admin, "customer");
    await dialogIn(page).getByRole("button", { name: "Delete" }).click();
    await errorToast(page, "Only an admin may do this.").waitFor();
    expect((await shop.get("/api/parts")).body).toHaveLength(1);
  });

  it("comes a page at a time, is searched by name, and says so when there is nothing", async () => {
    const shop = await emptyShop();
    const page = await openPageAs(shop, await signUpAdmin(shop), path);
    await page.getByText("There are no parts yet").waitFor();
    await expect.poll(() => page.getByRole("table").count()).toBe(0);
    await addParts(shop.shop.db, [...numbered(100), aPart({ name: "Oil Filter" })]);
    await rowOf(page, "Part 48").waitFor();
    await expect.poll(() => page.getByRole("row").count()).toBe(49);
    await page.getByRole("button", { name: "Show more products" }).click();
    await rowOf(page, "Part 96").waitFor();
    await expect.poll(async () => (await cellsOf(page, "Part 96"))[0]).toBe("96");

    const search = page.getByRole("searchbox", { name: "Search by name" });
    await search.fill("filter oil");
    await rowOf(page, "Part 48").waitFor({ state: "detached" });
    await expect.poll(() => cellsOf(page, "Oil Filter")).toContain("1");
    await search.fill("camshaft");
    await page.getByText("Nothing was found for “camshaft”.").waitFor();
    await search.fill("");
    await rowOf(page, "Part 48").waitFor();
    await expect.poll(() => search.inputValue()).toBe("");
  });
});
