// The car chosen in the header, and what the shop says of parts for it.
import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { demoVins } from "#seed/fit/demo-vins.ts";
import { shareDemoFit } from "#tests/demo-fit.ts";
import { findAccessibilityFaults } from "#tests/find-accessibility-faults.ts";
import { openPage } from "#tests/open-page.ts";
import { signUpAdmin } from "#tests/people.ts";
import { findFalsePromises } from "#tests/screens/find-false-promises.ts";
import { bar, enterVin, picker, searchBox, verdict } from "#tests/vehicle-page.ts";

const demo = shareDemoFit();

const phone = { viewport: { width: 390, height: 844 } };
const addButton = (page: Page) => page.getByRole("button", { name: /^Add to basket/ });
const isFilled = (button: Locator) =>
  button.evaluate((element) => getComputedStyle(element).backgroundColor !== "rgba(0, 0, 0, 0)");
const green = (page: Page) => page.locator(".text-success");

async function openPart(number: string, options = {}): Promise<Page> {
  const { url } = await demo();
  const page = await openPage(`${url}/part/${number}`, options);
  await bar(page).click();
  await picker(page).waitFor();
  return page;
}

const useCar = (page: Page) => picker(page).getByRole("button", { name: "Use this car" }).click();
const says = (page: Page, name: string | RegExp) =>
  verdict(page).getByRole("heading", { name }).waitFor();
const inList = (page: Page, text: string) =>
  page.locator("[data-fit]").getByText(text, { exact: true });
const rows = (page: Page) => page.getByRole("list", { name: "Parts" }).getByRole("listitem");

describe("a car", () => {
  it("is chosen from lists by keyboard, and one answer decides", async () => {
    const page = await openPart("PW-2312");
    for (const [list, text] of [
      ["Make", "Corvane"],
      ["Model", "Arden"],
      ["Year", "2014"],
    ] as const) {
      await picker(page).getByLabel(list).and(page.locator(":focus")).waitFor();
      await page.keyboard.type(text);
      await page.keyboard.press("Enter");
    }
    await picker(page)
      .getByText(/^\d+ parts fit, \d+ need one more detail/)
      .waitFor();
    await picker(page).getByRole("group", { name: "Which engine?" }).getByText("2.0 T").click();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await says(page, "One question first");
    await expect.poll(() => bar(page).innerText()).toContain("2014 Corvane Arden 2.0 T");
    await expect.poll(() => green(page).count()).toBe(0);
    await expect.poll(() => isFilled(addButton(page))).toBe(false);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await verdict(page).getByRole("button", { name: "Before November 2014" }).press("Enter");
    await says(page, "Fits your 2014 Corvane Arden 2.0 T");
    await expect.poll(() => isFilled(addButton(page))).toBe(true);
    await verdict(page).getByText("built before November 2014").first().waitFor();
    await verdict(page).getByText("Your car needs 2 (Front).").waitFor();
    await verdict(page).getByText("sending it back is free").waitFor();
    // The answer is judged in the browser.
    expect(asked.filter((path) => path.startsWith("/api/fit"))).toEqual([]);
    expect(await findAccessibilityFaults(page, {}, "changing")).toEqual([]);
    await page.reload();
    await says(page, /^Fits your/);
  });

  it("is read from its VIN, which is not kept; of a part not known to fit the shop is asked", async () => {
    const shop = await demo();
    await signUpAdmin(shop);
    const vin = demoVins[1]?.vin ?? "";
    const page = await openPart("PW-2312", { ...phone, expectedTroubles: /400/ });
    await enterVin(page, vin.toLowerCase());
    await useCar(page);
    await says(page, /^Does not fit your 2016/);
    await page.getByRole("button", { name: /^Add to basket anyway/ }).waitFor();
    await expect.poll(() => isFilled(addButton(page))).toBe(false);
    const instead = verdict(page).getByRole("listitem");
    await instead.first().waitFor();
    // Green is what surely fits, and nothing else; a green "no" would be found.
    const greens = async () => new Set(await green(page).allInnerTexts());
    await expect.poll(greens).toEqual(new Set(["Fits"]));
    await expect.poll(() => findFalsePromises(page)).toEqual([]);
    await verdict(page).evaluate((block) => block.classList.add("text-success"));
    await expect.poll(() => findFalsePromises(page)).toHaveLength(1);
    await verdict(page).evaluate((block) => block.classList.remove("text-success"));
    expect(await findAccessibilityFaults(page, {}, "changing")).toEqual([]);
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }));
    expect(kept).toContain("Arden");
    expect(kept).not.toContain(vin);
    await instead.filter({ hasText: "Fits" }).getByRole("link").first().click();
    await says(page, /^Fits your 2016/);

    await page.goto(`${shop.url}/part/PW-702-60F`);
    await says(page, /^Not known for your 2016/);
    await expect.poll(() => green(page).count()).toBe(0);
    await verdict(page).getByRole("button", { name: "Ask us" }).press("Enter");
    await page.keyboard.press("Enter");
    await verdict(page).getByText("Email is Required").waitFor();
    expect(await findAccessibilityFaults(page, {}, "changing")).toEqual([]);
    await page.keyboard.type("vera@example.com");
    await page.keyboard.press("Enter");
    await verdict(page).getByText("We answer to vera@example.com.").waitFor();
  });

  it("is corrected: a wrong VIN, another engine, one of several, and no car again", async () => {
    const page = await openPart("PW-2312", { expectedTroubles: /400/ });
    await picker(page).getByLabel("Or by VIN").fill("AX1A3HBFIEK041207");
    await page.keyboard.press("Enter");
    await picker(page)
      .getByText(/Place 9 is “I”, which no VIN has; it may be 1/)
      .waitFor();

    // Its owner knows better than its VIN.
    await enterVin(page, demoVins[0]?.vin ?? "");
    await picker(page).getByRole("group", { name: "Which engine?" }).getByText("1.6 T").click();
    await useCar(page);
    await says(page, "Does not fit your 2014 Corvane Arden 1.6 T");
    await verdict(page).getByText("engine 1.6 T (you told us)").waitFor();
    await expect.poll(() => verdict(page).getByText("Hatchback (you told us)").count()).toBe(0);

    await bar(page).click();
    await enterVin(page, demoVins[10]?.vin ?? "");
    await picker(page).getByRole("button", { name: "2010 Corvane Selden" }).click();
    await useCar(page);
    await says(page, /2010 Corvane Selden$/);

    await bar(page).click();
    await picker(page).getByRole("button", { name: "Browse without a car" }).click();
    await page.getByRole("link", { name: "Choose your car to see whether it fits" }).waitFor();
    await expect.poll(() => verdict(page).count()).toBe(0);
  });

  it("is read from the bar code of its VIN, where the browser can", async () => {
    const page = await openPage(`${(await demo()).url}/part/PW-2312`);
    await page.evaluate((vin: string) => {
      const BarcodeDetector = class {
        static getSupportedFormats = async () => ["code_39"];
        detect = async () => [{ rawValue: "PW-2312" }, { rawValue: `I${vin}` }];
      };
      Object.assign(globalThis, { BarcodeDetector });
      let isAllowed = false;
      navigator.mediaDevices.getUserMedia = async () => {
        if (!isAllowed) {
          isAllowed = true;
          throw new DOMException("Permission denied", "NotAllowedError");
        }
        const canvas = document.createElement("canvas");
        setInterval(() => canvas.getContext("2d")?.fillRect(0, 0, 9, 9), 50);
        return canvas.captureStream();
      };
    }, demoVins[0]?.vin ?? "");
    await bar(page).click();
    await picker(page).getByRole("button", { name: "Scan its bar code" }).click();
    await picker(page)
      .getByText(/^The camera cannot be used/)
      .waitFor();
    await picker(page).getByRole("button", { name: "Type it instead" }).click();
    await picker(page).getByRole("button", { name: "Scan its bar code" }).click();
    await picker(page).getByText("Found: 2014 Corvane Arden").waitFor();
    await expect.poll(() => page.getByLabel("Camera").count()).toBe(0);
  });
});

describe("with a car", () => {
  it("lists say it in a word, leave out what does not fit, and can be of what is listed for it", async () => {
    const page = await openPart("PW-2312");
    await enterVin(page, demoVins[0]?.vin ?? "");
    await useCar(page);
    await verdict(page).waitFor();
    await page.goto(`${(await demo()).url}/shop/brake-discs`);
    await inList(page, "When was it built?").first().waitFor();
    const left = page.getByText(/^\d+ do not fit your car:/);
    await left.waitFor();
    expect(await inList(page, "Does not fit").count()).toBe(0);
    // The groups have all that the list counts, and its filters count the same.
    const numbersIn = async (of: Locator) =>
      (await of.allInnerTexts()).map((text) => Number(/(\d+)\D*$/.exec(text)?.[1]));
    const sum = (all: number[]) => all.reduce((sum, one) => sum + one, 0);
    const groups = page.getByRole("heading", { name: /^(These|Not known|For any)/ });
    const axle = page.getByRole("group", { name: "Axle" }).getByRole("link");
    const total = sum(await numbersIn(groups));
    const judged = page.getByRole("list", { name: "Parts" }).locator("[data-says]");
    await expect.poll(() => judged.count()).toBe(total);
    expect(sum(await numbersIn(axle))).toBe(total);
    await page.getByText(`${total} parts`, { exact: true }).waitFor();
    const show = page.getByRole("button", { name: "show", exact: true });
    await show.click();
    await inList(page, "Does not fit").first().waitFor();
    await page.getByRole("region", { name: /^These do not fit/ }).waitFor();
    const others = async () =>
      (await green(page).allInnerTexts()).filter((text) => text !== "Fits");
    await expect.poll(others).toEqual([]);
    await page.getByRole("button", { name: "leave out", exact: true }).click();
    await show.waitFor();

    await page.getByRole("link", { name: "Only for your Arden" }).click();
    const filter = "Remove the filter Listed for 2014 Corvane Arden";
    await page.getByRole("link", { name: filter }).waitFor();
    await rows(page).filter({ hasText: "PW-2312" }).waitFor();
    await expect.poll(() => rows(page).filter({ hasText: "PW-104-256" }).count()).toBe(0);
    const unfit = rows(page).filter({ hasText: "Does not fit" });
    await page.getByText(/^\d+ do(es)? not fit your car:/).waitFor();
    await expect.poll(() => unfit.count()).toBe(0);
    expect(await findAccessibilityFaults(page, {}, "changing")).toEqual([]);
    await show.click();
    await unfit.first().waitFor();
    const question = page.getByRole("region", { name: "One question" });
    await question.getByRole("button", { name: "Before November 2014" }).click();
    await question.waitFor({ state: "detached" });
  });

  it("results, cards and suggestions say it, and what surely fits is added by keyboard", async () => {
    const { url } = await demo();
    const page = await openPart("PW-2312");
    await enterVin(page, demoVins[1]?.vin ?? "");
    await useCar(page);
    await verdict(page).waitFor();
    await page.keyboard.press("/");
    await searchBox(page).fill("brake disc");
    const group = (name: string) => page.getByRole("group", { name });
    await group("Parts for your Arden").getByRole("option").first().waitFor();
    const plus = page.locator("[title='Add to basket']");
    await searchBox(page).fill("PW-2312");
    const unfit = group("Numbers").getByRole("option", { name: /^PW-2312.*Does not fit/ });
    await unfit.waitFor();
    await expect.poll(() => unfit.locator(plus).count()).toBe(0);
    await searchBox(page).fill("PW-104-330");
    const fits = group("Numbers").getByRole("option", { name: /^PW-104-330.*Fits/ });
    await fits.locator(plus).waitFor();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Shift+Enter");
    await page.getByText(/^\d+ × PW-104-330 in your basket\./).waitFor();
    const before = await page.getByText(/^\d+ × PW-104-330 in your basket\./).innerText();
    await fits.locator(plus).click();
    await expect.poll(() => page.getByText(/^\d+ × PW-104-330/).innerText()).not.toBe(before);

    await searchBox(page).fill("brake dsc");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/search\?q=/);
    await page.getByText(/^\d+ do not fit your car:/).waitFor();
    await page
      .getByRole("region", { name: /^These (fit|need)/ })
      .first()
      .waitFor();
    expect(await inList(page, "Does not fit").count()).toBe(0);
    await page.goto(`${url}/shop/brake-discs?view=grid`);
    await page.getByRole("button", { name: "show", exact: true }).click();
    await inList(page, "Does not fit").first().waitFor();
    expect(await findAccessibilityFaults(page, {}, "changing")).toEqual([]);
    await page.getByRole("link", { name: "Products", exact: true }).click();
    await page.getByRole("heading", { name: "All Products" }).waitFor();
    await page.locator("[data-fit] span").first().waitFor();
  });
});

describe("the pages of cars", () => {
  it("lead without script from a make to what surely fits", async () => {
    const { url } = await demo();
    const withoutScript = { javaScriptEnabled: false, expectedTroubles: /failed: csp$/ };
    const page = await openPage(`${url}/about`, withoutScript);
    const names = ["Choose your car", "Corvane", /^Arden/, "2014", /^Brake Discs/];
    for (const name of names) await page.getByRole("link", { name }).first().click();
    await page.waitForURL(`${url}/fit/corvane/arden/2014/brake-discs`);
    await page.getByRole("region", { name: "These need one more detail" }).waitFor();
    await page.getByRole("link", { name: "Filter by brand, measures and stock" }).click();
    await page.getByRole("link", { name: /^Rear \d+$/ }).click();
    await page.waitForURL(/\/shop\/brake-discs\?f=axle%3ARear&vehicle=\d+$/);
  });

  it("are filtered as the list for that car, which is chosen by it, but not instead of another", async () => {
    const { url } = await demo();
    const path = "/fit/corvane/arden/2014/brake-discs";
    const page = await openPage(`${url}${path}`);
    const filter = page.getByRole("link", { name: "Filter by brand, measures and stock" });
    await filter.click();
    await rows(page).filter({ hasText: "PW-104-272" }).getByText("Fits", { exact: true }).waitFor();
    expect(await bar(page).innerText()).toContain("2014 Corvane Arden");

    // An answer moves them, and is kept of the car.
    await page.goBack();
    const question = page.getByRole("region", { name: "One question" });
    await question.getByRole("button", { name: "2.0 T" }).press("Enter");
    await question.getByRole("button", { name: "Before November 2014" }).press(" ");
    const fits = page.getByRole("region", { name: "These fit" });
    await fits.getByText("PW-2312").waitFor();
    await page.getByText(/not fit your car: show/).press("Enter");
    await page.getByText("PW-104-330").waitFor();
    await expect.poll(() => bar(page).innerText()).toContain("2014 Corvane Arden 2.0 T");
    expect(await findAccessibilityFaults(page, {}, "changing")).toEqual([]);

    await page.goto(`${url}${path.replace("2014", "2016")}`);
    await page.getByRole("button", { name: "This is my car" }).waitFor();
    await filter.waitFor({ state: "detached" });
    expect(await bar(page).innerText()).toContain("2014 Corvane Arden");
  });

  it.each(["/fit/nobody", "/fit/corvane/arden/1999", "/fit/corvane/arden/2014/nothing"])(
    "are a 404 where there is no such car or type: %s",
    async (path) => {
      const { request } = await demo();
      expect((await request(path)).status).toBe(404);
    },
  );

  it("are in the sitemap, and not for search engines where nothing surely fits", async () => {
    const { request } = await demo();
    const sitemap = await (await request("/sitemap.xml")).text();
    for (const path of ["/fit/corvane", "/fit/corvane/arden", "/fit/corvane/arden/2014"]) {
      expect(sitemap).toContain(`${path}</loc>`);
    }
    const html = async (path: string) => (await request(path)).text();
    expect(await html("/fit/corvane/arden/2014")).toContain('rel="canonical"');
    expect(await html("/fit/ostkamp/karg/2006/clutch-kits")).toContain("noindex");
  });
});
