// The wish list: in the browser for visitors, in the account for who is signed in.
import { describe, expect, it } from "vitest";
import { aPart } from "#seed/builders.ts";
import { addPart } from "#server/modules/catalog/add-parts.ts";
import { findAccessibilityFaults } from "#tests/find-accessibility-faults.ts";
import { openPage } from "#tests/open-page.ts";
import { openPageAs } from "#tests/open-page-as.ts";
import { pressButton, submitSignIn } from "#tests/page-actions.ts";
import { signUp } from "#tests/people.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";

const emptyShop = shareEmptyShop();

async function openWithParts() {
  const shop = await emptyShop();
  const ids = [];
  for (const [number, name] of Object.entries({ "PW-1": "Ball Joint", "PW-2": "Brake Disc" }))
    ids.push(await addPart(shop.shop.db, aPart({ name, number })));
  return { shop, ids };
}

const heart = "Keep Ball Joint on the wish list";

describe("the wish list", () => {
  it("of a visitor is kept by the browser, and goes to the account at sign-in", async () => {
    const { shop, ids } = await openWithParts();
    const vera = await signUp(shop);
    await vera.send("POST", "/api/wishes", { parts: [ids[1]] });
    const page = await openPage(`${shop.url}/shop?view=grid`);
    const button = page.getByRole("button", { name: heart });
    await button.press("Enter");
    await expect.poll(() => button.getAttribute("aria-pressed")).toBe("true");
    await page.goto(`${shop.url}/basket`);
    await page.getByRole("main").getByRole("link", { name: "Wish list" }).click();
    await page.getByText("Kept in this browser only.").waitFor();
    await page.getByRole("link", { name: "Ball Joint", exact: true }).waitFor();
    await expect
      .poll(() => page.getByRole("link", { name: "Brake Disc", exact: true }).count())
      .toBe(0);
    expect(await findAccessibilityFaults(page, {}, "changing")).toEqual([]);
    await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
    await submitSignIn(page, vera);
    await page.waitForURL(`${shop.url}/wishes`);
    await page.getByRole("link", { name: "Brake Disc", exact: true }).waitFor();
    await expect.poll(async () => (await vera.get("/api/wishes")).body).toEqual([ids[0], ids[1]]);
    await expect.poll(() => page.evaluate(() => localStorage.getItem("wishes"))).toBe("[]");
    await pressButton(page, "Sign Out");
    await page.getByRole("button", { name: "Sign Out" }).waitFor({ state: "detached" });
    await page.goto(`${shop.url}/wishes`);
    await page.getByText("Nothing here yet").waitFor();
  });

  it("of an account is the same everywhere, and parts can be taken off", async () => {
    const { shop, ids } = await openWithParts();
    const vera = await signUp(shop);
    const page = await openPageAs(shop, vera, "/part/PW-1/ball-joint");
    const button = page.getByRole("button", { name: "Keep on the wish list" });
    await button.click();
    await expect.poll(async () => (await vera.get("/api/wishes")).body).toEqual([ids[0]]);
    await page.getByRole("link", { name: "See your wish list" }).click();
    await page.getByRole("button", { name: heart }).click();
    await page.getByText("Nothing here yet").waitFor();
    expect((await vera.get("/api/wishes")).body).toEqual([]);
  });
});
