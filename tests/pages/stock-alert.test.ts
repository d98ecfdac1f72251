// "Tell me when it is back" on the page of a part that cannot be ordered.
import { describe, expect, it } from "vitest";
import { aPart } from "#seed/builders.ts";
import { addPart } from "#server/modules/catalog/add-parts.ts";
import { changePart } from "#tests/builders/part.ts";
import { findAccessibilityFaults } from "#tests/find-accessibility-faults.ts";
import { blank, openPage } from "#tests/open-page.ts";
import {
  fillFields,
  findLetterLink,
  holdRequests,
  pressButton,
  setCookies,
} from "#tests/page-actions.ts";
import { signUp, verifyEmail } from "#tests/people.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";

const emptyShop = shareEmptyShop();
const refused = { expectedTroubles: /status of 400/ };

async function openWithout() {
  const shop = await emptyShop();
  const part = aPart({ name: "Ball Joint", number: "PW-7", availablQuantity: 0 });
  const id = await addPart(shop.shop.db, part);
  return { shop, id, path: "/part/PW-7/ball-joint" };
}

describe("a part that is out of stock", () => {
  it("is asked for by one press of who has proven their e-mail, known to the page or not yet, who may stop waiting", async () => {
    const { shop, path } = await openWithout();
    const vera = await signUp(shop);
    await verifyEmail(shop, vera);
    const page = await openPage(blank);
    await setCookies(page, shop.url, vera);
    const letKnow = await holdRequests(page, "**/api/identity/session");
    await page.goto(shop.url + path);
    await pressButton(page, "Tell me");
    letKnow();
    const told = page.getByText(`We will write to ${vera.email} once`);
    await told.waitFor();
    await expect.poll(() => told.evaluate((text) => text === document.activeElement)).toBe(true);
    expect(await findAccessibilityFaults(page, {}, "changing")).toEqual([]);
    await page.reload();
    await pressButton(page, "Stop waiting");
    await pressButton(page, "Tell me");
    await told.waitFor();
  });

  it("is asked for by a visitor, from the list, but for a part no longer made; the link from the letter counts", async () => {
    const { shop, path } = await openWithout();
    const ended = await addPart(shop.shop.db, aPart({ name: "Old Joint", availablQuantity: 0 }));
    await changePart(shop, { id: ended }, { life: "ended" });
    const page = await openPage(`${shop.url}/shop`, refused);
    await page.getByRole("link", { name: "See part Old Joint" }).waitFor();
    await page.getByRole("link", { name: "Tell me when Ball Joint is back" }).click();
    await page.waitForURL(`${shop.url}${path}#tell-me`);
    await page.getByRole("heading", { name: "Tell me when it is back" }).waitFor();
    await pressButton(page, "Tell me");
    await fillFields(page, { Email: "vera" });
    await pressButton(page, "Send me the link");
    await page.getByText("Provide a valid Email").waitFor();
    expect(await findAccessibilityFaults(page, {}, "changing")).toEqual([]);
    await fillFields(page, { Email: "vera@example.com" });
    await pressButton(page, "Send me the link");
    await page.getByText("We have sent a letter to vera@example.com.").waitFor();
    await page.goto(await findLetterLink(shop, "stock-alert"));
    await page.waitForURL(`${shop.url}/stock-alert`);
    await pressButton(page, "Yes, tell me");
    await page.getByText("We will write to you once, as soon as Ball Joint").waitFor();
    await page.goto(`${shop.url}/stock-alert/stop#token=unknown`);
    await pressButton(page, "Stop these letters");
    await page.getByText("There is nothing left to stop").waitFor();
    expect(await findAccessibilityFaults(page, {}, "changing")).toEqual([]);
  });
});
