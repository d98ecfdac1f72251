// The public page of a part.
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { aPart } from "#seed/builders.ts";
import { addPart } from "#server/modules/catalog/add-parts.ts";
import { changeOrder } from "#tests/builders/order.ts";
import { findAccessibilityFaults } from "#tests/find-accessibility-faults.ts";
import { openLivePage, openPage } from "#tests/open-page.ts";
import { openPageAs } from "#tests/open-page-as.ts";
import { aStockedPart, placeOrder } from "#tests/orders.ts";
import { signUp, signUpAdmin } from "#tests/people.ts";
import { noisePicture, uploadPicture } from "#tests/pictures.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";

const emptyShop = shareEmptyShop();

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

async function openOnePart(part = aPart({ name: "Ball Joint", priceCents: 1_250 })) {
  const shop = await emptyShop();
  const id = await addPart(shop.shop.db, { ...part, number: "PW-7" });
  return { shop, id, address: `${shop.url}/part/PW-7/ball-joint` };
}

describe("the page of a part", () => {
  it("opens without a new document, and leads to its purchase page; to review it, visitors sign in", async () => {
    const { shop, address } = await openOnePart();
    const page = await openPage(`${shop.url}/about`);
    await page.evaluate((part) => {
      history.pushState(null, "", part);
      history.pushState(null, "", "/about");
      history.back();
    }, address);
    await heading(page, "Ball Joint").waitFor();
    await expect.poll(() => page.title()).toBe("Ball Joint · Partwright");
    for (const text of ["$12.50", "each · $62.50 for 5", "400 in stock", "From 5 pieces"]) {
      await page.getByText(text, { exact: true }).waitFor();
    }
    await page.getByRole("button", { name: "Review this part" }).click();
    await page.getByRole("main").getByRole("link", { name: "sign in" }).waitFor();
    await page.getByRole("link", { name: "Purchase Ball Joint" }).click();
    await page.waitForURL(/\/login\?from=%2Fpurchase%2F/);
  });

  it("tells all of a part: numbers, measures, packs, and what is for it", async () => {
    const { shop, address } = await openOnePart(
      aPart({
        name: "Ball Joint",
        minimumQuantity: 1,
        packOf: 2,
        brand: "Partwright",
        attributes: [{ name: "Thread", unit: "mm", value: 14.5 }],
        numbers: [
          { kind: "competitor", brand: "Brakon", written: "b-77/1", pieces: 2, note: "left" },
          { kind: "oe", brand: "Corvane", written: "8V0 615 301 A", pieces: 1, note: "" },
          { kind: "gtin", brand: null, written: "2000000000015", pieces: 1, note: "" },
        ],
      }),
    );
    const page = await openPage(address);
    const rows = page.getByRole("table", { name: "Specification" }).getByRole("row");
    await expect
      .poll(() => rows.allInnerTexts())
      .toEqual(["Thread\t14.5\u00a0mm", "Brand\tPartwright", "In a pack\t2\u00a0pieces"]);
    const numbers = await page.getByRole("region", { name: "Other numbers" }).innerText();
    expect(numbers.replace(/\s+/g, " ")).toBe(
      "Other numbers Original numbers Corvane 8V0 615 301 A Other makers’ numbers Brakon b-77/1 " +
        "2 of ours for one of theirs. left GTIN 2000000000015",
    );
    for (const text of [
      "per pack of 2 · $91.00 for 2 packs",
      "From 2 packs",
      "400 packs in stock",
    ]) {
      await page.getByText(text, { exact: true }).waitFor();
    }
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"], {
      origin: shop.url,
    });
    await page.getByRole("button", { name: "Copy PW-7" }).click();
    await page.getByText("Copied").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("PW-7");
    expect(await findAccessibilityFaults(page, {}, "changing")).toEqual([]);
  });

  it.each([
    ["Brake Drum for the Rear Axle, 228 mm, 5 Holes", "228 mm"],
    ["Panel Air Filter for All Versions, 292 x 204 mm", "292 x 204 mm"],
  ])("keeps a number and its unit on one line: %s", async (name, size) => {
    const { address } = await openOnePart(aPart({ name }));
    const page = await openPage(address, { viewport: { width: 320, height: 700 } });
    const measure = heading(page, name).getByText(size, { exact: true });
    for (const width of [320, 360]) {
      await page.setViewportSize({ width, height: 700 });
      await expect.poll(() => measure.evaluate((text) => text.getClientRects().length)).toBe(1);
    }
  });

  it("shows its pictures, and enlarges them by keyboard", async () => {
    const shop = await emptyShop();
    const admin = await signUpAdmin(shop);
    const pictures: string[] = [];
    for (const width of [200, 300]) {
      pictures.push((await uploadPicture(admin, await noisePicture(width).png().toBuffer())).url);
    }
    await addPart(shop.shop.db, aPart({ name: "Ball Joint", number: "PW-7", pictures }));
    const page = await openPage(`${shop.url}/part/PW-7/ball-joint`);
    const enlarge = page.getByRole("link", { name: "Enlarge the picture of Ball Joint" });
    await expect.poll(() => enlarge.getAttribute("href")).toBe(pictures[0]);
    await page.getByRole("link", { name: "Picture 2 of 2" }).click();
    await expect.poll(() => enlarge.getAttribute("href")).toBe(pictures[1]);
    await enlarge.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Pictures of Ball Joint" });
    const picture = dialog.getByRole("img", { name: "Ball Joint" });
    await dialog.getByText("Picture 2 of 2").waitFor();
    await page.keyboard.press("ArrowRight");
    await dialog.getByText("Picture 1 of 2").waitFor();
    await expect.poll(() => picture.getAttribute("src")).toBe(pictures[0]);
    const before = await picture.boundingBox();
    await dialog.getByRole("button", { name: "Larger" }).click();
    await dialog.getByRole("button", { name: "Smaller" }).waitFor();
    await expect
      .poll(async () => (await picture.boundingBox())?.width)
      .toBeGreaterThan(before?.width ?? 0);
    // Its middle is shown.
    await expect.poll(async () => (await picture.boundingBox())?.x).toBeLessThan(0);
    expect(await findAccessibilityFaults(page, {}, "changing")).toEqual([]);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await expect.poll(() => enlarge.evaluate((link) => link === document.activeElement)).toBe(true);
  });

  it("says all of it without script", async () => {
    const { shop } = await openOnePart();
    const html = await (await shop.request("/part/PW-7/ball-joint")).text();
    const said = html.replaceAll("<!-- -->", "");
    expect(said).toMatch(/<h1[^>]*>Ball Joint<\/h1>/);
    expect(said).toContain("400 in stock");
    expect(said).toMatch(/<a [^>]*href="\/purchase\//);
  });

  it("shows what an order has left, without fetching any data, that it is no longer sold, and that others never were", async () => {
    const shop = await emptyShop();
    const [buyer, admin] = [await signUp(shop), await signUpAdmin(shop)];
    const part = await aStockedPart(shop, { minimumQuantity: 4, availablQuantity: 12 });
    await expect.poll(() => shop.shop.events.within(4_500)).toEqual([]);
    const address = `${shop.url}/part/${part.id}`;
    const page = await openLivePage(address, { expectedTroubles: /410|404/ });
    await page.getByText("12 in stock").waitFor();
    const fetched: string[] = [];
    page.on("request", (request) => fetched.push(new URL(request.url()).pathname));
    await placeOrder(buyer, part, { quantity: 7 });
    await page.getByText("5 in stock").waitFor();
    await page.getByText("There are too few left for an order.").waitFor();
    const data = fetched.filter((path) => !path.startsWith("/assets/"));
    expect(data).toEqual([]);

    await admin.send("DELETE", `/api/parts/${part.id}`);
    await heading(page, "This part is no longer sold").waitFor();
    await expect.poll(() => page.title()).toBe("No longer sold · Partwright");
    expect((await page.goto(address))?.status()).toBe(410);
    await heading(page, "This part is no longer sold").waitFor();
    expect(await findAccessibilityFaults(page, {}, "changing")).toEqual([]);
    for (const path of ["/part/nothing/x", "/shop/nothing"]) {
      expect((await page.goto(shop.url + path))?.status()).toBe(404);
      await heading(page, "404").waitFor();
      expect(await page.title()).toBe("Page not found · Partwright");
    }
  });

  it("says what has replaced a part, step by step, and leads there", async () => {
    const { shop, id, address } = await openOnePart();
    const admin = await signUpAdmin(shop);
    const newer = await addPart(shop.shop.db, aPart({ name: "Ball Joint B", number: "PW-8" }));
    const newest = await addPart(shop.shop.db, aPart({ name: "Ball Joint C", number: "PW-9" }));
    const replace = async (old: string, replacedBy: object) => {
      const edit = { life: "superseded", replacedBy: [replacedBy] };
      expect((await admin.send("PATCH", `/api/parts/${old}`, edit)).status).toBe(200);
    };
    const page = await openLivePage(address);
    await heading(page, "Ball Joint").waitFor();
    await replace(id, { part: newer, since: "2020-01-31", reason: "Longer thread" });
    await replace(newer, { part: newest, quantity: 2, since: "2023-04-01" });
    const replacedBy = page.getByRole("region", { name: "Replaced by" });
    await replacedBy.getByText("2 × PW-9 Ball Joint C").waitFor();
    const steps = page.getByRole("region", { name: "Which part replaced which" });
    await expect
      .poll(() => steps.getByRole("listitem").allInnerTexts())
      .toEqual([
        "PW-7 was replaced by PW-8 Ball Joint B\n\nSince 31 Jan 2020: Longer thread",
        "PW-8 Ball Joint B was replaced by 2 × PW-9 Ball Joint C\n\nSince 1 Apr 2023",
      ]);
    expect(await findAccessibilityFaults(page, {}, "changing")).toEqual([]);
    await replacedBy.getByRole("link", { name: "PW-9 Ball Joint C" }).click();
    await heading(page, "Ball Joint C").waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe("/part/PW-9/ball-joint-c");
  });

  it.each([crypto.randomUUID(), "nothing"])("of a part that never was is a 404: %s", async (id) => {
    const shop = await emptyShop();
    const answer = await shop.request(`/part/${id}/ball-joint`);
    expect(answer.status).toBe(404);
    const html = await answer.text();
    expect(html).toContain("<title>Page not found · Partwright</title>");
    expect(html).toMatch(/<h1[^>]*>404<\/h1>/);
  });
});

describe("reviews of a part", () => {
  it("are written by its buyers, and shown to everybody", async () => {
    const shop = await emptyShop();
    const [vera, part] = [await signUp(shop), await aStockedPart(shop, { name: "Ball Joint" })];
    const order = await placeOrder(vera, part);
    const paid = { state: "paid", paidAt: new Date(), transactionId: "pi_review" };
    await changeOrder(shop.shop.db, order, paid);
    const page = await openPageAs(shop, vera, "/dashboard/myOrder");
    await page.getByRole("link", { name: "Review it: Ball Joint" }).click();
    await heading(page, "Ball Joint").waitFor();
    const form = page.getByRole("form", { name: "Your review" });
    await form.getByLabel("Rating").fill("4");
    await form.getByLabel("How is the part?").fill("Fits at once.");
    expect(await findAccessibilityFaults(page, {}, "changing")).toEqual([]);
    await form.getByRole("button", { name: "Add your review" }).click();
    const reviews = page.getByRole("region", { name: "Reviews by buyers" });
    await reviews.getByText("of 5 stars, 1 review").waitFor();
    await reviews.getByRole("listitem").getByText("Fits at once.").waitFor();
    await reviews.getByRole("listitem").getByText("Bought here").waitFor();
    const buffer = await noisePicture().png().toBuffer();
    await form
      .getByLabel("A picture, if you like")
      .setInputFiles({ name: "joint.png", mimeType: "image/png", buffer });
    await form.getByRole("img", { name: "What you have added" }).waitFor();
    await form.getByRole("button", { name: "Save your review" }).click();
    const shown = reviews.getByRole("listitem").locator("img");
    await shown.waitFor();
    const size = (img: Element) => (img as HTMLImageElement).naturalWidth;
    await expect.poll(() => shown.evaluate(size)).toBeGreaterThan(0);
    expect(await findAccessibilityFaults(page, {}, "changing")).toEqual([]);
    await form.getByRole("button", { name: "Take the picture away" }).click();
    await form.getByRole("button", { name: "Save your review" }).click();
    await expect.poll(() => shown.count()).toBe(0);
    await form.getByRole("button", { name: "Remove your review" }).click();
    await reviews.getByText("Nobody has reviewed it yet.").waitFor();
  });

  it("ask others to buy it first", async () => {
    const { shop, address } = await openOnePart();
    const mei = await openPageAs(shop, await signUp(shop), new URL(address).pathname);
    await mei.getByRole("button", { name: "Review this part" }).click();
    await mei.getByText("Only people who have bought this part here can review it").waitFor();
  });
});
