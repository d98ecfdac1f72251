// Row 24, in a browser: what our pages do is what their policies allow, to the last script.
import { readFile } from "node:fs/promises";
import type { Page, Request } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openPage } from "#tests/open-page.ts";
import { placeOrder } from "#tests/orders.ts";
import { setCookies } from "#tests/page-actions.ts";
import { type SignedIn, signUp } from "#tests/people.ts";
import { waitForHydration } from "#tests/wait-for-hydration.ts";
import { addPart, adminOf } from "./orders.ts";
import { full, report } from "./report.ts";
import { type Shop, startShop } from "./start-shop.ts";

const pages = "/ /product /dashboard /dashboard/manageAllOrders /dashboard/addProduct".split(" ");
if (full) {
  const others = `about blog contact dashboard/myOrder dashboard/addReview dashboard/makeAdmin
    dashboard/manageProducts dashboard/updateProfile dashboard/security dashboard/ledger
    dashboard/auditLog dashboard/manageReviews`;
  pages.push(...others.split(/\s+/).map((path) => `/${path}`));
}

/**
 * Every script of the payment page, and why it is there. Whoever takes cards must know what runs
 * beside the card field (PCI DSS 6.4.3). The field is a frame of the provider's, which none of these
 * can read.
 */
const reviewedScripts: Record<string, string> = {
  "card provider:/stripe.js": "puts the card field into the page; of the provider alone",
  "inline: try{let d=document.d":
    "the theme, before anything is painted (contract/pages/first-paint.ts)",
  "our own build": "what web/ and its packages are built to, byte by byte; reviewed as source",
};

const reportsTo = (shop: Shop) =>
  shop
    .printed()
    .split("\n")
    .filter((line) => line.includes("CSP violation reported"));

async function openAs(shop: Shop, person: SignedIn, path: string): Promise<Page> {
  const page = await openPage("about:blank");
  await setCookies(page, shop.url, person);
  await page.goto(shop.url + path);
  return page;
}

/** A script of ours goes by that name if it is what the build made; any other by its address. */
async function nameOf(page: Page, script: string, { url, cards }: Shop): Promise<string> {
  const address = script.replace(url, "").replace(cards.origin, "card provider:");
  if (!/^\/assets\/[\w.-]+\.js$/.test(address)) return address;
  const built = await readFile(`dist/web${address}`, "utf8").catch(() => undefined);
  // From the browser's own cache.
  const loaded = await page.evaluate(async (from) => (await fetch(from)).text(), address);
  return built === loaded ? "our own build" : address;
}

async function scriptsAt(page: Page, address: string, shop: Shop): Promise<string[]> {
  const requested: string[] = [];
  const collect = (request: Request) => {
    const isScript = request.resourceType() === "script" && request.frame() === page.mainFrame();
    if (isScript) requested.push(request.url());
  };
  page.on("request", collect);
  await page.goto(address);
  const field = page.frameLocator('iframe[title="Secure card payment input frame"]');
  await field.locator('[name="cardnumber"]').waitFor();
  const inline = await page.evaluate(() =>
    [...document.scripts]
      .filter(({ src, type }) => !src && !type.endsWith("json"))
      .map(({ text }) => `inline: ${text.slice(0, 20)}`),
  );
  page.off("request", collect);
  const names = await Promise.all(requested.map((script) => nameOf(page, script, shop)));
  return [...new Set(names), ...inline].sort();
}

describe("row 24: our own pages, in a browser", () => {
  it("cause no report, and would be reported", async () => {
    const shop = await startShop({ expectedComplaints: /CSP violation reported/ });
    await addPart(shop);
    const page = await openAs(shop, await adminOf(shop), "/");
    for (const path of pages) {
      await page.goto(shop.url + path);
      await waitForHydration(page);
      await page.getByRole("heading").first().waitFor();
    }
    expect(reportsTo(shop)).toEqual([]);

    // Negative control: text that becomes markup, and a script in it.
    const careless = await openPage(`${shop.url}/about`, { expectedTroubles: /./ });
    await careless.evaluate(() => {
      document.body.insertAdjacentHTML("beforeend", '<img src="/x" onerror="alert(1)">');
    });
    await expect.poll(() => reportsTo(shop)).toHaveLength(2);
    const reports = reportsTo(shop).join();
    expect(reports).toMatch(/require-trusted-types-for would refuse trusted-types-sink/);
    expect(reports).toMatch(/script-src-attr refused inline/);
    report({
      check: "what our own pages do is what their policies allow, Trusted Types too",
      target: "0 reports",
      figure: `${pages.length} pages; both controls reported`,
    });
  });

  it("load on the payment page what was reviewed, and nothing else", async () => {
    const shop = await startShop();
    const vera = await signUp(shop);
    const order = await placeOrder(vera, await addPart(shop));
    const page = await openAs(shop, vera, "/about");
    const address = `${shop.url}/dashboard/payment/${order._id}`;
    const loaded = await scriptsAt(page, address, shop);
    const reviewed = Object.keys(reviewedScripts).sort();
    report({
      check: "scripts of the payment page",
      target: "equal the reviewed list",
      figure: `${loaded.length} loaded, ${reviewed.length} reviewed`,
    });
    expect(loaded, "review what is new, and add it to reviewedScripts with a reason").toEqual(
      reviewed,
    );

    // Negative control: one more script from our own origin, and one that differs from the build.
    await page.route(/\/assets\/payment-page-/, async (route) => {
      const response = await route.fetch();
      const body = `import "/assets/../more-beside-the-card.js";${await response.text()}`;
      await route.fulfill({ response, body });
    });
    await page.route(/more-beside-the-card/, (route) =>
      route.fulfill({ contentType: "text/javascript", body: "" }),
    );
    const more = await scriptsAt(page, address, shop);
    expect(more.filter((name) => !reviewed.includes(name))).toEqual([
      expect.stringMatching(/^\/assets\/payment-page-/),
      "/more-beside-the-card.js",
    ]);
  });
});
