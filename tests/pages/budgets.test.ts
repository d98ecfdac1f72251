// What the pages of the built shop weigh, as a browser is sent them: bytes, never times.
//
// Counted is all that a browser fetches until the page is hydrated and has asked for the session,
// while nobody does anything.
import { globSync, readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import type { Page, Request } from "playwright-core";
import { expect, it } from "vitest";
import type { VehiclePage } from "#contract/fitment.ts";
import { ownVehicleKey } from "#contract/pages/first-paint.ts";
import { aPart } from "#seed/builders.ts";
import { shareDemoFit } from "#tests/demo-fit.ts";
import { openPage } from "#tests/open-page.ts";
import { openPageAs } from "#tests/open-page-as.ts";
import { signUp } from "#tests/people.ts";
import { shareEmptyShop } from "#tests/share-empty-shop.ts";
import { waitForHydration } from "#tests/wait-for-hydration.ts";

const emptyShop = shareEmptyShop();

const KB = 1024;
const most = { scripts: 125 * KB, css: 16 * KB, font: 25 * KB };

type Sent = { path: string; kind: string; bytes: number; text: string };

/** Opens a page and does nothing. */
async function look(url: string, opened?: Page): Promise<Sent[]> {
  const page = opened ?? (await openPage("about:blank"));
  // Nothing changes meanwhile: what is told of a shop that has only just begun is no rest.
  await page.route("**/api/live**", (route) =>
    route.fulfill({ contentType: "text/event-stream", body: "" }),
  );
  const asked: Request[] = [];
  page.on("request", (request) => {
    if (["script", "stylesheet", "font"].includes(request.resourceType())) asked.push(request);
  });
  const session = page.waitForResponse("**/api/identity/session");
  await page.goto(url);
  await waitForHydration(page);
  await session;
  return sent(page, asked);
}

/** All that was asked for, when it is there. */
async function sent(page: Page, asked: Request[]): Promise<Sent[]> {
  const all: Sent[] = [];
  for (;;) {
    // Code that has come asks for more code at once: before this request, which comes after it.
    await page.evaluate(async () => {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      await (await fetch("/robots.txt")).text();
    });
    const request = asked.shift();
    if (!request) return all;
    const response = await request.response();
    const kind = request.resourceType();
    const path = new URL(request.url()).pathname;
    const bytes = Number((await response?.headerValue("content-length")) ?? Number.NaN);
    const text = kind === "script" ? ((await response?.text()) ?? "") : "";
    all.push({ path, kind, bytes, text });
  }
}

const sum = (all: Sent[], kind: string) =>
  all.filter((one) => one.kind === kind).reduce((bytes, one) => bytes + one.bytes, 0);

it("the home page needs less than 125 KB of JavaScript, 16 KB of CSS, and small fonts", async () => {
  const { url } = await emptyShop({ parts: Array.from({ length: 6 }, () => aPart()) });
  const needed = await look(url);
  const scripts = sum(needed, "script");
  expect(scripts).toBeGreaterThan(50 * KB);
  expect(scripts).toBeLessThan(most.scripts);
  expect(sum(needed, "stylesheet")).toBeGreaterThan(0);
  expect(sum(needed, "stylesheet")).toBeLessThan(most.css);
  const fonts = needed.filter(({ kind }) => kind === "font");
  expect(fonts.length).toBeGreaterThan(0);
  for (const { path, bytes } of fonts) expect([path, bytes < most.font]).toEqual([path, true]);
});

const demo = shareDemoFit();

/** Of the design; the home page needs less. */
const mostOfShopPage = { scripts: 150 * KB, html: 40 * KB, fit: 6 * KB };
/** Verdicts on up to 48 parts, and the groups of the list. */
const mostOfFitInSearch = 7 * KB;

it("pages of the shop need less than 150 KB of JavaScript and 40 KB of HTML, and a car at most 6 KB more", async () => {
  const shop = await demo();
  const { body } = await shop.get("/api/vehicles/corvane/arden/2014");
  const { id, make, model, year } = body as VehiclePage;
  const car = JSON.stringify({ id, make, model, year, known: [] });
  const sizes: string[] = [];
  const tooLarge: string[] = [];
  const judged = ["/part/PW-2312", "/shop/brake-discs", "/search?q=brake"];
  for (const path of [
    ...judged,
    "/fit/corvane/arden/2014",
    "/fit/corvane/arden/2014/brake-discs",
  ]) {
    const html = await (await shop.request(path)).text();
    const plain = sum(await look(shop.url + path), "script");
    const withCar = await openPage("about:blank", { ownPage: true });
    await withCar.addInitScript(
      ([key = "", value = ""]) => localStorage.setItem(key, value),
      [ownVehicleKey, car],
    );
    const verdicts = judged.includes(path)
      ? withCar.waitForResponse("**/api/fit").then((response) => response.request().sizes())
      : { responseBodySize: 0 };
    const scriptsWithCar = sum(await look(shop.url + path, withCar), "script");
    const { responseBodySize } = await verdicts;
    const sizesOf = {
      html: brotliCompressSync(html).length,
      scripts: plain,
      fit: scriptsWithCar - plain + responseBodySize,
    };
    sizes.push(`${path} ${JSON.stringify(sizesOf)}`);
    const mostHere = path.startsWith("/search")
      ? { ...mostOfShopPage, fit: mostOfFitInSearch }
      : mostOfShopPage;
    for (const kind of ["html", "scripts", "fit"] as const) {
      if (sizesOf[kind] > mostHere[kind]) tooLarge.push(`${path}: ${kind} ${sizesOf[kind]}`);
    }
    await withCar.close();
  }
  expect(tooLarge, sizes.join("\n")).toEqual([]);
});

/** Words by which code is known, however it was built. */
const marks = {
  carousel: "carousel",
  forms: "shouldUnregister",
  schemas: "Uninitialized schema",
  cards: "confirmCardPayment",
  orders: "totalPrice",
  admin: "Successfully made an admin",
  dashboard: "Welcome to your Dashboard",
};
const pages: Record<string, (keyof typeof marks)[]> = {
  "/": ["carousel"],
  "/product": [],
  "/about": [],
  "/blog": [],
  "/contact": [],
  "/login": ["forms", "schemas"],
  "/register": ["forms", "schemas"],
};

const ofCustomers: typeof pages = {
  "/dashboard": ["orders", "dashboard"],
  "/dashboard/addReview": ["forms", "dashboard"],
};

async function marksIn(url: string, opened?: Page): Promise<string[]> {
  const code = (await look(url, opened)).map(({ text }) => text).join("\n");
  return namesIn(code);
}

function namesIn(code: string): string[] {
  return Object.entries(marks)
    .filter(([, mark]) => code.includes(mark))
    .map(([name]) => name);
}

it("a page loads no code that it does not use", async () => {
  const { url } = await emptyShop({ parts: [aPart(), aPart(), aPart(), aPart()] });
  for (const [path, uses] of Object.entries(pages)) {
    expect([path, await marksIn(url + path)]).toEqual([path, uses]);
  }
});

it("nor for who is signed in", async () => {
  const shop = await emptyShop({ parts: [aPart()] });
  const person = await signUp(shop);
  for (const [path, uses] of Object.entries(ofCustomers)) {
    const page = await openPageAs(shop, person, "/robots.txt");
    expect([path, await marksIn(shop.url + path, page)]).toEqual([path, uses]);
  }
});

it("and each of these words is still in the code of whatever it stands for", () => {
  const code = globSync("dist/web/assets/*.js").map((file) => readFileSync(file, "utf8"));
  expect(namesIn(code.join("\n"))).toEqual(Object.keys(marks));
});
