// The car chosen in the header, and what the shop says of parts for it.
import type { Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { demoVins } from "#seed/fit/demo-vins.ts";
import { shareDemoFit } from "#tests/demo-fit.ts";
import { findAccessibilityFaults } from "#tests/find-accessibility-faults.ts";
import { blank, openPage } from "#tests/open-page.ts";
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
  const page = await openPage(`${url}/part/${number}`, { ownPage: true, ...options });
  await bar(page).click();
  await picker(page).waitFor();
  return page;
}

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
    await verdict(page).getByRole("heading", { name: "One question first" }).waitFor();
    await expect.poll(() => bar(page).innerText()).toContain("2014 Corvane Arden 2.0 T");
    await expect.poll(() => green(page).count()).toBe(0);
    await expect.poll(() => isFilled(addButton(page))).toBe(false);
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await verdict(page).getByRole("button", { name: "Before November 2014" }).press("Enter");
    await verdict(page)
      .getByRole("heading", { name: "Fits your 2014 Corvane Arden 2.0 T" })
      .waitFor();
    await expect.poll(() => isFilled(addButton(page))).toBe(true);
    await verdict(page).getByText("built before November 2014").first().waitFor();
    await verdict(page).getByText("Your car needs 2 (Front).").waitFor();
    await verdict(page).getByText("sending it back is free").waitFor();
    // The answer is judged in the browser.
    expect(asked.filter((path) => path.startsWith("/api/fit"))).toEqual([]);
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await page.reload();
    await verdict(page)
      .getByRole("heading", { name: /^Fits your/ })
      .waitFor();
  });

  it("is read from its VIN, which is not kept", async () => {
    const vin = demoVins[1]?.vin ?? "";
    const page = await openPart("PW-2312", phone);
    await enterVin(page, vin.toLowerCase());
    await picker(page).getByRole("button", { name: "Use this car" }).click();
    await verdict(page)
      .getByRole("heading", { name: /^Does not fit your 2016/ })
      .waitFor();
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
    expect(await findAccessibilityFaults(page)).toEqual([]);
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }));
    expect(kept).toContain("Arden");
    expect(kept).not.toContain(vin);
    await instead.filter({ hasText: "Fits" }).getByRole("link").first().click();
    await verdict(page)
      .getByRole("heading", { name: /^Fits your 2016/ })
      .waitFor();
  });

  it("has the engine that its owner names, whatever the VIN says", async () => {
    const page = await openPart("PW-2312");
    await enterVin(page, demoVins[0]?.vin ?? "");
    await picker(page).getByRole("group", { name: "Which engine?" }).getByText("1.6 T").click();
    await picker(page).getByRole("button", { name: "Use this car" }).click();
    await verdict(page)
      .getByRole("heading", { name: "Does not fit your 2014 Corvane Arden 1.6 T" })
      .waitFor();
    await verdict(page).getByText("engine 1.6 T (you told us)").waitFor();
    await expect.poll(() => verdict(page).getByText("Hatchback (you told us)").count()).toBe(0);
  });

  it("is chosen among several that a VIN leaves open", async () => {
    const page = await openPart("PW-104-300");
    await enterVin(page, demoVins[10]?.vin ?? "");
    await picker(page).getByRole("button", { name: "2010 Corvane Selden" }).click();
    await picker(page).getByRole("button", { name: "Use this car" }).click();
    await verdict(page)
      .getByRole("heading", { name: /2010 Corvane Selden$/ })
      .waitFor();
  });

  it("is read from the bar code of its VIN, where the browser can", async () => {
    const page = await openPage(blank, { ownPage: true });
    await page.addInitScript((vin: string) => {
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
    await page.goto(`${(await demo()).url}/part/PW-2312`);
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

  it("says which place of a VIN is wrong", async () => {
    const page = await openPart("PW-2312", { expectedTroubles: /400/ });
    await picker(page).getByLabel("Or by VIN").fill("AX1A3HBFIEK041207");
    await page.keyboard.press("Enter");
    await picker(page)
      .getByText(/Place 9 is “I”, which no VIN has; it may be 1/)
      .waitFor();
  });

  it("is left again, and nothing is said of parts without one", async () => {
    const page = await openPart("PW-2312");
    await enterVin(page, demoVins[0]?.vin ?? "");
    await picker(page).getByRole("button", { name: "Use this car" }).click();
    await verdict(page).waitFor();
    await bar(page).click();
    await picker(page).getByRole("button", { name: "Browse without a car" }).click();
    await page.getByRole("link", { name: "Choose your car to see whether it fits" }).waitFor();
    await expect.poll(() => verdict(page).count()).toBe(0);
  });
});

it("lists, cards and suggestions say it in a word; only what surely fits is green", async () => {
  const page = await openPart("PW-2312");
  await enterVin(page, demoVins[0]?.vin ?? "");
  await picker(page).getByRole("button", { name: "Use this car" }).click();
  await verdict(page).waitFor();
  const { url } = await demo();
  const says = (text: string) => page.locator("[data-fit]").getByText(text, { exact: true });
  await page.goto(`${url}/shop/brake-discs`);
  await says("When was it built?").first().waitFor();
  // What does not fit is left out until it is asked for.
  const show = page.getByRole("button", { name: "show", exact: true });
  const left = page.getByText(/^\d+ do not fit your car:/);
  await left.waitFor();
  expect(await says("Does not fit").count()).toBe(0);
  // The groups have all that the list counts, and its filters count the same.
  const numbersIn = async (of: Locator) =>
    (await of.allInnerTexts()).map((text) => Number(/(\d+)\D*$/.exec(text)?.[1]));
  const sum = (all: number[]) => all.reduce((sum, one) => sum + one, 0);
  const groups = page.getByRole("heading", { name: /^(These|Not known|For any)/ });
  const axle = page.getByRole("group", { name: "Axle" }).getByRole("link");
  const total = sum(await numbersIn(groups));
  const rows = page.getByRole("list", { name: "Parts" }).locator("[data-says]");
  await expect.poll(() => rows.count()).toBe(total);
  expect(sum(await numbersIn(axle))).toBe(total);
  await page.getByText(`${total} parts`, { exact: true }).waitFor();
  await show.click();
  await says("Does not fit").first().waitFor();
  await page.getByRole("region", { name: /^These do not fit/ }).waitFor();
  const others = async () => (await green(page).allInnerTexts()).filter((text) => text !== "Fits");
  await expect.poll(others).toEqual([]);
  await page.goto(`${url}/search?q=brake+dsc`);
  await left.waitFor();
  await page
    .getByRole("region", { name: /^These (fit|need)/ })
    .first()
    .waitFor();
  expect(await says("Does not fit").count()).toBe(0);
  await page.goto(`${url}/shop/brake-discs?view=grid`);
  await show.click();
  await says("Does not fit").first().waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await page.goto(`${url}/product`);
  await page.locator("[data-fit] span").first().waitFor();
  await page.keyboard.press("/");
  await searchBox(page).fill("PW-104-330");
  await page
    .getByRole("option", { name: /Does not fit|When was it built/ })
    .first()
    .waitFor();
});

it("of a part that nobody knows to fit, the shop is asked from its page", async () => {
  const shop = await demo();
  await signUpAdmin(shop);
  const page = await openPart("PW-702-60F", { expectedTroubles: /400/ });
  await enterVin(page, demoVins[1]?.vin ?? "");
  await picker(page).getByRole("button", { name: "Use this car" }).click();
  await verdict(page)
    .getByRole("heading", { name: /^Not known for your 2016/ })
    .waitFor();
  await expect.poll(() => green(page).count()).toBe(0);
  await verdict(page).getByRole("button", { name: "Ask us" }).press("Enter");
  await page.keyboard.press("Enter");
  await verdict(page).getByText("Email is Required").waitFor();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await page.keyboard.type("vera@example.com");
  await page.keyboard.press("Enter");
  await verdict(page).getByText("We answer to vera@example.com.").waitFor();
});

it("suggestions are grouped by the car, and what surely fits is added by keyboard", async () => {
  const page = await openPart("PW-2312");
  await enterVin(page, demoVins[1]?.vin ?? "");
  await picker(page).getByRole("button", { name: "Use this car" }).click();
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

  it("are moved by an answer, which is kept of the car", async () => {
    const { url } = await demo();
    const page = await openPage(`${url}/fit/corvane/arden/2014/brake-discs`, { ownPage: true });
    const question = page.getByRole("region", { name: "One question" });
    await question.getByRole("button", { name: "2.0 T" }).press("Enter");
    await question.getByRole("button", { name: "Before November 2014" }).press(" ");
    const fits = page.getByRole("region", { name: "These fit" });
    await fits.getByText("PW-2312").waitFor();
    await page.getByText(/not fit your car: show/).press("Enter");
    await page.getByText("PW-104-330").waitFor();
    await expect.poll(() => bar(page).innerText()).toContain("2014 Corvane Arden 2.0 T");
    expect(await findAccessibilityFaults(page)).toEqual([]);
  });

  it("are filtered as the list for that car, which is chosen by it, but not instead of another", async () => {
    const { url } = await demo();
    const path = "/fit/corvane/arden/2014/brake-discs";
    const page = await openPage(`${url}${path}`, { ownPage: true });
    const filter = page.getByRole("link", { name: "Filter by brand, measures and stock" });
    await filter.click();
    const row = page.getByRole("listitem").filter({ hasText: "PW-104-272" });
    await row.getByText("Fits", { exact: true }).waitFor();
    expect(await bar(page).innerText()).toContain("2014 Corvane Arden");
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

it("lists can be of what is listed for the car", async () => {
  const page = await openPart("PW-2312");
  await enterVin(page, demoVins[0]?.vin ?? "");
  await picker(page).getByRole("button", { name: "Use this car" }).click();
  await verdict(page).waitFor();
  await page.goto(`${(await demo()).url}/shop/brake-discs`);
  await page.getByRole("link", { name: "Only for your Arden" }).click();
  await page
    .getByRole("link", { name: "Remove the filter Listed for 2014 Corvane Arden" })
    .waitFor();
  const rows = page.getByRole("list", { name: "Parts" }).getByRole("listitem");
  await rows.filter({ hasText: "PW-2312" }).waitFor();
  await expect.poll(() => rows.filter({ hasText: "PW-104-256" }).count()).toBe(0);
  const unfit = rows.filter({ hasText: "Does not fit" }).first();
  await page.getByText(/^\d+ do(es)? not fit your car:/).waitFor();
  expect(await unfit.count()).toBe(0);
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "show", exact: true }).click();
  await unfit.waitFor();
  const question = page.getByRole("region", { name: "One question" });
  await question.getByRole("button", { name: "Before November 2014" }).click();
  await question.waitFor({ state: "detached" });
});
