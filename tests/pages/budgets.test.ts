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
const most = { scripts: 150 * KB, css: 16 * KB, font: 25 * KB };

type Sent = { path: string; kind: string; bytes: number; text: string };

/** Opens a page and does nothing. */
async function look(url: string, page: Page): Promise<Sent[]> {
  // Nothing changes meanwhile: what is told of a shop that has only just begun is no rest.
  await page.route("**/api/live**", (route) =>
    route.fulfill({ contentType: "text/event-stream", body: "" }),
  );
  const asked: Request[] = [];
  const note = (request: Request) => {
    if (["script", "stylesheet", "font"].includes(request.resourceType())) asked.push(request);
  };
  page.on("request", note);
  const session = page.waitForResponse("**/api/identity/session");
  await page.goto(url);
  await waitForHydration(page);
  await session;
  const all = await sent(page, asked);
  page.off("request", note);
  return all;
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

const demo = shareDemoFit();

/** Of the design. */
const mostOfShopPage = { scripts: 150 * KB, html: 40 * KB, fit: 8 * KB };

it("pages of the shop need less than 150 KB of JavaScript and 40 KB of HTML, and a car at most 8 KB more", async () => {
  const shop = await demo();
  const { body } = await shop.get("/api/vehicles/corvane/arden/2014");
  const { id, make, model, year } = body as VehiclePage;
  const car = JSON.stringify({ id, make, model, year, known: [] });
  const sizes: string[] = [];
  const tooLarge: string[] = [];
  const page = await openPage(`${shop.url}/robots.txt`, { expectedTroubles: /404/ });
  const setCar = (text: string | null) =>
    page.evaluate(
      ([key = "", text]) => {
        if (text) localStorage.setItem(key ?? "", text);
        else localStorage.removeItem(key ?? "");
      },
      [ownVehicleKey, text],
    );
  const judged = ["/part/PW-2312", "/shop/brake-discs", "/search?q=brake"];
  for (const path of [
    ...judged,
    "/fit/corvane/arden/2014",
    "/fit/corvane/arden/2014/brake-discs",
  ]) {
    const html = await (await shop.request(path)).text();
    await setCar(null);
    const plain = sum(await look(shop.url + path, page), "script");
    await setCar(car);
    const verdicts = judged.includes(path)
      ? page.waitForResponse("**/api/fit").then((response) => response.request().sizes())
      : { responseBodySize: 0 };
    const scriptsWithCar = sum(await look(shop.url + path, page), "script");
    const { responseBodySize } = await verdicts;
    const sizesOf = {
      html: brotliCompressSync(html).length,
      scripts: plain,
      fit: scriptsWithCar - plain + responseBodySize,
    };
    sizes.push(`${path} ${JSON.stringify(sizesOf)}`);
    for (const kind of ["html", "scripts", "fit"] as const) {
      if (sizesOf[kind] > mostOfShopPage[kind]) tooLarge.push(`${path}: ${kind} ${sizesOf[kind]}`);
    }
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

function namesIn(code: string): string[] {
  return Object.entries(marks)
    .filter(([, mark]) => code.includes(mark))
    .map(([name]) => name);
}

it("a page loads no code that it does not use; home less than 150 KB, 16 KB of CSS, and small fonts", async () => {
  const { url } = await emptyShop({ parts: Array.from({ length: 6 }, () => aPart()) });
  const page = await openPage("about:blank");
  for (const [path, uses] of Object.entries(pages)) {
    const needed = await look(url + path, page);
    expect([path, namesIn(needed.map(({ text }) => text).join("\n"))]).toEqual([path, uses]);
    if (path === "/") expectSmall(needed);
  }
});

function expectSmall(needed: Sent[]): void {
  const scripts = sum(needed, "script");
  expect(scripts).toBeGreaterThan(50 * KB);
  expect(scripts).toBeLessThan(most.scripts);
  expect(sum(needed, "stylesheet")).toBeGreaterThan(0);
  expect(sum(needed, "stylesheet")).toBeLessThan(most.css);
  const fonts = needed.filter(({ kind }) => kind === "font");
  expect(fonts.length).toBeGreaterThan(0);
  for (const { path, bytes } of fonts) expect([path, bytes < most.font]).toEqual([path, true]);
}

it("nor for who is signed in", async () => {
  const shop = await emptyShop({ parts: [aPart()] });
  const person = await signUp(shop);
  const page = await openPageAs(shop, person, "/robots.txt");
  for (const [path, uses] of Object.entries(ofCustomers)) {
    const needed = await look(shop.url + path, page);
    expect([path, namesIn(needed.map(({ text }) => text).join("\n"))]).toEqual([path, uses]);
  }
});

it("and each of these words is still in the code of whatever it stands for", () => {
  const code = globSync("dist/web/assets/*.js").map((file) => readFileSync(file, "utf8"));
  expect(namesIn(code.join("\n"))).toEqual(Object.keys(marks));
});
