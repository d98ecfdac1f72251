// What a page does whose code comes later and does not come, or that may run none at all.
import { expect, it } from "vitest";
import { openPage } from "#tests/open-page.ts";
import { errorToast } from "#tests/open-page-as.ts";
import { aStockedPart } from "#tests/orders.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";

const emptyShop = shareEmptyShop();
const notLoaded =
  "A part of this page could not be loaded. Check your connection, then load the page again.";

async function openListWithoutMoreCode() {
  const shop = await emptyShop();
  const part = await aStockedPart(shop, { name: "Disc" });
  const page = await openPage(`${shop.url}/shop`, {
    ownPage: true,
    expectedTroubles: /ERR_FAILED|Failed to (load|fetch)|dynamically imported/,
  });
  await page.waitForLoadState("networkidle");
  await page.route("**/assets/*", (route) => route.abort());
  return { shop, part, page };
}

it("the first press of + adds, though no more code can be loaded", async () => {
  const { page } = await openListWithoutMoreCode();
  await page.getByRole("button", { name: /^Add .* to the basket$/ }).click();
  await page.getByText(/^2 × .* in your basket/).waitFor();
});

it("a press that needs code which does not come is answered with what to do", async () => {
  const { page } = await openListWithoutMoreCode();
  await page.getByRole("link", { name: "Basket" }).click();
  await errorToast(page, notLoaded).waitFor();
});

it("where a part of the page is missing, the page says so and the rest stays", async () => {
  const { page, shop, part } = await openListWithoutMoreCode();
  await page.unroute("**/assets/*");
  await page.route("**/assets/compare-bar*", (route) => route.abort());
  await page.goto(`${shop.url}/part/${part.id}`);
  await page.getByRole("button", { name: "Compare" }).click();
  await page.getByText(notLoaded).waitFor();
  await page.getByRole("heading", { name: "Disc", level: 1 }).waitFor();
  await page.unroute("**/assets/compare-bar*");
  await page.getByRole("button", { name: "Load it again" }).click();
  await page.getByRole("region", { name: "Parts to compare" }).waitFor();
});

it.each(["/basket", "/checkout/address", "/login", "/dashboard", "/dashboard/myOrder"])(
  "%s says without JavaScript how to order, and does not wait for ever",
  async (path) => {
    const shop = await emptyShop();
    const page = await openPage(shop.url + path, {
      javaScriptEnabled: false,
      // Scripts are not loaded then.
      expectedTroubles: /failed: csp/,
    });
    // Texts and roles are not looked for in a noscript element.
    const sentence = page.locator("noscript p").first();
    await sentence.waitFor();
    expect(await sentence.innerText()).toContain("You can also order by telephone");
    const telephone = sentence.locator("a").first();
    expect(await telephone.getAttribute("href")).toBe("tel:+880255550141");
    expect(await page.getByText("Loading...").filter({ visible: true }).count()).toBe(0);
  },
);
