// Row 24, in a real browser: what our pages do is what their policies allow, to the last script.
import { readFile } from "node:fs/promises";
import type { Page, Request } from "playwright-core";
import { describe, expect, it } from "vitest";
import { aPart } from "#seed/builders.ts";
import { expectWarning, warningsSoFar } from "#tests/fail-on-warnings.ts";
import { openPage } from "#tests/open-page.ts";
import { openPageAs } from "#tests/open-page-as.ts";
import { openShop } from "#tests/open-shop.ts";
import { cardField, openPayableOrder, paymentUrl } from "#tests/payment-page.ts";
import { signUpAdmin } from "#tests/people.ts";
import { waitForHydration } from "#tests/wait-for-hydration.ts";
import { full, report } from "./drill.ts";
import { reviewedScripts } from "./payment-scripts.ts";

const few = ["/", "/product", "/dashboard", "/dashboard/manageAllOrders", "/dashboard/addProduct"];
const others = [
  ...["/about", "/blog", "/contact", "/dashboard/myOrder", "/dashboard/addReview"],
  ...["/dashboard/makeAdmin", "/dashboard/manageProducts", "/dashboard/updateProfile"],
  ...[
    "/dashboard/security",
    "/dashboard/ledger",
    "/dashboard/auditLog",
    "/dashboard/manageReviews",
  ],
];
const pages = full ? [...few, ...others] : few;
const reports = () => warningsSoFar().filter((line) => line.includes("reported by a browser"));

/** Ours is what the build made, to the byte; all else goes by its address. */
async function nameOf(page: Page, url: string, shop: string, provider: string): Promise<string> {
  const address = url.replace(shop, "").replace(provider, "card provider:");
  if (!/^\/assets\/[\w.-]+\.js$/.test(address)) return address;
  const built = await readFile(`dist/web${address}`, "utf8").catch(() => undefined);
  // As the browser has it: what it was given is kept for ever.
  const given = await page.evaluate(async (from) => (await fetch(from)).text(), address);
  return built === given ? "our own build" : address;
}

async function scriptsOf(page: Page, address: string, shop: string, provider: string) {
  const asked: string[] = [];
  const hear = (request: Request) => {
    const isScript = request.resourceType() === "script" && request.frame() === page.mainFrame();
    if (isScript) asked.push(request.url());
  };
  page.on("request", hear);
  await page.goto(address);
  await cardField(page).locator('[name="cardnumber"]').waitFor();
  const inline = await page.evaluate(() =>
    [...document.scripts]
      .filter(({ src, type }) => !src && !type.endsWith("json"))
      .map(({ text }) => text.slice(0, 20)),
  );
  page.off("request", hear);
  const seen = await Promise.all(asked.map((url) => nameOf(page, url, shop, provider)));
  return [...new Set(seen), ...inline.map((text) => `inline: ${text}`)].sort();
}

describe("row 24: our own pages, in a browser", () => {
  it("cause no report, and would be reported", async () => {
    const shop = await openShop({ parts: [aPart()] });
    const page = await openPageAs(shop, await signUpAdmin(shop), "/");
    for (const path of pages) {
      await page.goto(shop.url + path);
      await waitForHydration(page);
      await page.getByRole("heading").first().waitFor();
    }

    // The controls, which come last: text that becomes markup, and a script in what it becomes.
    expectWarning(/reported by a browser/);
    const known = await openPage(`${shop.url}/about`, { expectedTroubles: /./ });
    await known.evaluate(() => {
      document.body.insertAdjacentHTML("beforeend", '<img src="/x" onerror="alert(1)">');
    });
    await expect.poll(reports).toHaveLength(2);
    const told = reports().join();
    expect(told).toMatch(/require-trusted-types-for would refuse trusted-types-sink/);
    expect(told).toMatch(/script-src-attr refused inline/);
    report({
      row: 24,
      check: "what our own pages do is what their policies allow, Trusted Types too",
      target: "0 reports",
      figure: `${pages.length} pages, 0 reports; both controls reported`,
      pass: true,
    });
  });

  it("load on the payment page what was reviewed, and nothing else", async () => {
    const paying = await openPayableOrder();
    const { shop, provider } = paying;
    const page = await openPageAs(shop, paying.vera, "/about");
    const address = paymentUrl(shop, paying.order);
    const loaded = await scriptsOf(page, address, shop.url, provider.origin);
    const reviewed = Object.keys(reviewedScripts).sort();
    report({
      row: 24,
      check: "scripts of the payment page",
      target: "equal the reviewed list",
      figure: `${loaded.length} loaded, ${reviewed.length} reviewed`,
      pass: loaded.join() === reviewed.join(),
    });
    expect(loaded, "look over what is new, then say in payment-scripts.ts why it is there").toEqual(
      reviewed,
    );
    expect(reports()).toEqual([]);

    // The control: one script more, from our own origin, and one of ours that is not as it was built.
    await page.route(/\/assets\/payment-page-/, async (route) => {
      const answer = await route.fetch();
      const more = 'import "/assets/../more-beside-the-card.js";';
      await route.fulfill({ response: answer, body: more + (await answer.text()) });
    });
    await page.route(/more-beside-the-card/, (route) =>
      route.fulfill({ contentType: "text/javascript", body: "" }),
    );
    const more = await scriptsOf(page, address, shop.url, provider.origin);
    expect(more.filter((name) => !reviewed.includes(name))).toEqual([
      expect.stringMatching(/^\/assets\/payment-page-/),
      "/more-beside-the-card.js",
    ]);
  });
});
