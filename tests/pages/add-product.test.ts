// Adding a product: what the form takes, what it says, and what customers find then.

import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import type { Part } from "#contract/catalog.ts";
import { formatDollars } from "#contract/rules/money.ts";
import { endSessions } from "#tests/builders/session.ts";
import { findAccessibilityFaults } from "#tests/find-accessibility-faults.ts";
import { openPageAs, toast } from "#tests/open-page-as.ts";
import type { OpenShop } from "#tests/open-shop.ts";
import {
  fillFields,
  holdRequests,
  pressButton,
  readFields,
  submitSignIn,
} from "#tests/page-actions.ts";
import { signUp, signUpAdmin } from "#tests/people.ts";
import { noisePicture } from "#tests/pictures.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";

const emptyShop = shareEmptyShop();

const path = "/dashboard/addProduct";
const written = {
  Name: "Oil Filter, M20 x 1.5",
  "Image URL": "",
  Description: "Spin-on, with an anti-drain valve.",
  "Minimum Quantity": "20",
  "Availabl Quantity": "4200",
  "Per Price": "8.95",
};
const empty = Object.fromEntries(Object.keys(written).map((label) => [label, ""]));
const fieldNames = ["name", "img", "description", "minimumQuantity", "availablQuantity", "price"];

async function openAdding(options: Parameters<typeof openPageAs>[3] = {}) {
  const shop = await emptyShop();
  const admin = await signUpAdmin(shop);
  const page = await openPageAs(shop, admin, path, options);
  await page.getByRole("heading", { name: "Add A New Product" }).waitFor();
  return { shop, admin, page };
}

const inForm = (page: Page) => readFields(page, Object.keys(written));

const partsOf = async ({ get }: OpenShop) => (await get("/api/parts")).body as Part[];
const nameOfFocused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute("name"));
const add = (page: Page) => pressButton(page, "Add Product");
const preview = (page: Page) => page.getByRole("complementary", { name: "Preview" });

/** As from a price list in another window. */
async function paste(page: Page, text: string, field: Locator): Promise<void> {
  await page.getByLabel("Description", { exact: true }).fill(text);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("ControlOrMeta+x");
  await field.focus();
  await page.keyboard.press("ControlOrMeta+v");
}

describe("Add A Product", () => {
  it("[§2.68 §2.69 §2.70 §2.71 §4.17 §8.14] has one form, says “Order Success”, clears it, and customers see the product", async () => {
    const { shop, page } = await openAdding();
    const elsewhere = await openPageAs(shop, await signUp(shop), "/product");
    await elsewhere.getByText("There are no parts yet").waitFor();
    await page.getByRole("heading", { name: "Product Information" }).waitFor();
    const form = page.getByRole("form", { name: "Product Information" });
    const fields = await form
      .locator("[name]")
      .evaluateAll((all) =>
        all.map((field) => [
          field.getAttribute("name"),
          field.getAttribute("type") ?? field.localName,
        ]),
      );
    expect(fields).toEqual([
      ["name", "input"],
      ["img", "url"],
      ["description", "textarea"],
      ["minimumQuantity", "number"],
      ["availablQuantity", "number"],
      ["price", "number"],
    ]);
    await expect.poll(() => page.getByLabel("Per Price").getAttribute("name")).toBe("price");
    expect(await form.getByRole("button", { name: "Add Product" }).count()).toBe(1);
    await fillFields(page, written);
    await add(page);
    await toast(page, "Order Success").waitFor();
    await expect.poll(() => inForm(page)).toEqual(empty);
    await expect.poll(() => nameOfFocused(page)).toBe("name");
    expect(await partsOf(shop)).toEqual([
      {
        _id: expect.any(String),
        name: written.Name,
        img: "",
        description: written.Description,
        minimumQuantity: 20,
        availablQuantity: 4_200,
        price: 8.95,
        number: expect.stringMatching(/^PW-\d+$/),
      },
    ]);
    await elsewhere.getByRole("heading", { name: written.Name }).waitFor();
    await page.getByRole("link", { name: "See it as customers do" }).click();
    await page.getByRole("heading", { level: 1, name: written.Name }).waitFor();
  });

  it("shows the product as customers will see it, and leads to where the rest of it is set", async () => {
    const { page } = await openAdding();
    await fillFields(page, { ...written, "Per Price": "1234.5" });
    await preview(page).getByText("Price : $1,234.50").waitFor();
    await preview(page).getByText("4,200").waitFor();
    await expect.poll(() => preview(page).getByText("nothing can be ordered").count()).toBe(0);
    await fillFields(page, { "Availabl Quantity": "21" });
    await preview(page).getByText("nothing can be ordered").waitFor();
    await add(page);
    await page.getByRole("link", { name: "Set its number, type and attributes" }).click();
    await page.getByRole("form", { name: "Product" }).waitFor();
    const name = page.getByLabel("Name", { exact: true });
    await expect.poll(() => name.inputValue()).toBe(written.Name);
  });
});

describe("a product", () => {
  it.each([
    ["54,90", 54.9],
    ["54.90", 54.9],
    ["1.250,50", 1250.5],
  ])(
    "costs what %s says, pasted, and typed where a field of numbers takes it",
    async (text, cents) => {
      const { shop, page } = await openAdding();
      const price = page.getByLabel("Per Price");
      await expect.poll(() => price.getAttribute("type")).toBe("number");
      await paste(page, text, price);
      await expect.poll(async () => Number(await price.inputValue())).toBe(cents);
      if (/^\d+[.,]\d+$/.test(text)) {
        await price.fill("");
        await price.pressSequentially(text);
      }
      await preview(page)
        .getByText(`Price : $${formatDollars(cents)}`)
        .waitFor();
      const { "Per Price": _, ...others } = written;
      await fillFields(page, others);
      await add(page);
      await toast(page, "Order Success").waitFor();
      expect(await partsOf(shop)).toMatchObject([{ price: cents }]);
    },
  );

  it("is not added while its price may be two amounts, nor with one that cannot be read", async () => {
    const { shop, page } = await openAdding();
    const price = page.getByLabel("Per Price");
    await fillFields(page, { ...written, "Per Price": "" });
    await paste(page, "1,2,3", price);
    await page.getByText("Must be a price in dollars, such as 12.50").waitFor();
    await expect.poll(() => price.inputValue()).toBe("");
    await price.pressSequentially("19,999");
    await page.keyboard.press("Enter");
    await page.getByText("Is “19.999” $19.99 or $19,999.00?").waitFor();
    await expect.poll(() => nameOfFocused(page)).toBe("price");
    expect(await findAccessibilityFaults(page)).toEqual([]);
    expect(await partsOf(shop)).toEqual([]);
    await page.getByRole("button", { name: "$19.99", exact: true }).click();
    await expect.poll(() => price.inputValue()).toBe("19.99");
    await add(page);
    await toast(page, "Order Success").waitFor();
    expect(await partsOf(shop)).toMatchObject([{ price: 19.99 }]);
  });

  it("that is not right is refused at its fields", async () => {
    const { shop, page } = await openAdding({ expectedTroubles: /400/ });
    await add(page);
    await page.getByRole("textbox", { name: "Name", description: "Name is Required" }).waitFor();
    const faults = await page
      .getByRole("form")
      .locator("[aria-invalid]")
      .evaluateAll((all) => all.map((field) => field.getAttribute("name")));
    expect(faults).toEqual(fieldNames.filter((name) => !["img", "description"].includes(name)));
    // With the cursor at the first.
    await expect.poll(() => nameOfFocused(page)).toBe("name");
    const wrong = {
      ...written,
      "Image URL": "oil.png",
      "Minimum Quantity": "1.5",
      "Per Price": "12.3456",
    };
    await fillFields(page, wrong);
    await add(page);
    const says = {
      "Image URL": "Must be a web address that starts with https://",
      "Minimum Quantity": "Must be a whole number",
      "Per Price": "Must have at most two decimals",
    };
    for (const [label, text] of Object.entries(says)) {
      const field = page.getByLabel(label, { exact: true });
      await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true");
      await page.getByText(text).first().waitFor();
    }
    await expect.poll(() => nameOfFocused(page)).toBe("img");
    await expect.poll(() => inForm(page)).toEqual(wrong);
    expect(await partsOf(shop)).toEqual([]);
    await fillFields(page, written);
    await add(page);
    await toast(page, "Order Success").waitFor();
    expect(await partsOf(shop)).toHaveLength(1);
  });

  it("takes a picture by address or from one's own disk, shows it, waits for it, and says which cannot be taken", async () => {
    const { shop, page } = await openAdding({ expectedTroubles: /4\d\d/ });
    const says = (text: string) => preview(page).getByText(text);
    await fillFields(page, { "Image URL": `/images/${"0".repeat(32)}/960.webp` });
    await says("No picture comes from that address.").waitFor();
    // Nothing is asked of other hosts: that would fail the test.
    await fillFields(page, { "Image URL": "https://pictures.example/disc.png" });
    await says("The shop copies this picture").waitFor();
    await fillFields(page, { "Image URL": "" });
    await says("No picture comes").waitFor({ state: "detached" });

    await fillFields(page, written);
    const upload = page.getByLabel("Or upload a picture");
    const oil = (buffer: Buffer) => ({ name: "oil.png", mimeType: "image/png", buffer });
    await upload.setInputFiles(oil(Buffer.from("<script>")));
    await page.getByRole("alert").waitFor();
    await expect.poll(() => upload.getAttribute("aria-invalid")).toBe("true");
    await expect.poll(() => inForm(page)).toEqual(written);

    const letGo = await holdRequests(page, "**/api/images");
    await upload.setInputFiles(oil(await noisePicture(800, 600).png().toBuffer()));
    await page.getByText("Uploading…").waitFor();
    await add(page);
    const waiting = page.getByText("The picture is still being uploaded.");
    await waiting.waitFor();
    expect(await partsOf(shop)).toEqual([]);
    letGo();
    await waiting.waitFor({ state: "detached" });
    const address = page.getByLabel("Image URL");
    await expect.poll(() => address.inputValue()).toMatch(/^\/images\/[0-9a-f]{32}\/960\.webp$/);
    const picture = preview(page).locator("img");
    await expect
      .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0);
    const img = await address.inputValue();
    await add(page);
    await toast(page, "Order Success").waitFor();
    expect(await partsOf(shop)).toMatchObject([{ img }]);
  });

  it("sent again after a lost answer and a reload is one, another is another, and it survives the session", async () => {
    const { shop, page, admin } = await openAdding({ expectedTroubles: /FAILED|401/ });
    await fillFields(page, written);
    await page.route(
      "**/api/parts",
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await add(page);
    await page.getByRole("alert").getByText("What you wrote is kept here.").waitFor();
    expect(await partsOf(shop)).toHaveLength(1);
    await page.reload();
    await expect.poll(() => inForm(page)).toEqual(written);
    await page.getByRole("button", { name: "Add Product" }).dblclick();
    await toast(page, "Order Success").waitFor();
    expect(await partsOf(shop)).toHaveLength(1);
    await fillFields(page, written);
    await add(page);
    await expect.poll(() => partsOf(shop)).toHaveLength(2);
    await expect.poll(() => inForm(page)).toEqual(empty);

    await fillFields(page, written);
    const signedOut = page.waitForURL(/\/login\?from=/);
    await endSessions(shop);
    // The page may hear of it before the press.
    await Promise.any([add(page), signedOut]);
    await signedOut;
    await submitSignIn(page, admin);
    await page.getByRole("heading", { name: "Add A New Product" }).waitFor();
    await expect.poll(() => inForm(page)).toEqual(written);
  });
});
