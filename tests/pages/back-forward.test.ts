// Who goes back to a public page finds it in the browser's memory, as it was left, and true.
import { chromium, type Page } from "playwright-core";
import { expect, it, onTestFinished } from "vitest";
import { aPart } from "#seed/builders.ts";
import { addPart } from "#server/modules/catalog/add-parts.ts";
import { openLivePage } from "#tests/open-page.ts";
import { openShop, shareShop } from "#tests/open-shop.ts";
import { waitForHydration } from "#tests/wait-for-hydration.ts";
import { chromiumArgs, findHeadedChromium } from "../../scripts/find-chromium.ts";

const sharedShop = shareShop();

// The shell of Chromium keeps no pages. Where there is nothing else, only the last test is left.
const chromiumPath = await findHeadedChromium();

/** A browser of its own: the one that all tests share is told to keep no pages. */
async function openKeepingPage(): Promise<Page> {
  const args = chromiumArgs();
  const browser = await chromium.launch({
    executablePath: chromiumPath ?? "",
    args,
    chromiumSandbox: !args.includes("--no-sandbox"),
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
  });
  onTestFinished(() => browser.close());
  return browser.newPage();
}

type Return = { persisted: boolean; why: unknown };

/** Goes to another document and back, and answers whether the page was kept, or why not. */
async function thereAndBack(
  page: Page,
  elsewhere: string,
  meanwhile = async () => {},
): Promise<Return> {
  await page.evaluate(() => {
    document.body.dataset.kept = "yes";
  });
  await page.goto(elsewhere);
  await meanwhile();
  // Playwright waits for a load that does not come.
  await page.evaluate(() => history.back()).catch(() => {});
  await page.waitForURL((address) => address.href !== elsewhere, { waitUntil: "commit" });
  return page.evaluate(() => {
    const [entry] = performance.getEntriesByType("navigation");
    const why = (entry as { notRestoredReasons?: unknown } | undefined)?.notRestoredReasons;
    return {
      persisted: document.body.dataset.kept === "yes",
      why: JSON.parse(JSON.stringify(why ?? null)),
    };
  });
}

it.skipIf(!chromiumPath)("on every public page", async () => {
  const { url } = await openShop({ parts: [aPart()] });
  const page = await openKeepingPage();
  for (const path of ["/", "/product", "/about", "/blog", "/contact", "/login", "/register"]) {
    const live = page.waitForRequest("**/api/live**");
    await page.goto(url + path);
    await waitForHydration(page);
    // The connection that would be in the way.
    await live;
    expect([path, await thereAndBack(page, `${url}/robots.txt`)]).toEqual([
      path,
      { persisted: true, why: null },
    ]);
  }
});

it.skipIf(!chromiumPath)("which catches up with what changed meanwhile", async () => {
  const { url, shop } = await openShop({ parts: [aPart({ name: "Ball Joint" })] });
  const page = await openKeepingPage();
  const live = page.waitForRequest("**/api/live**");
  await page.goto(`${url}/product`);
  await live;
  const { persisted } = await thereAndBack(page, `${url}/robots.txt`, async () => {
    await addPart(shop.db, aPart({ name: "Tie Rod" }));
    await shop.events.catchUp();
  });
  expect(persisted).toBe(true);
  await page.getByRole("heading", { name: "Tie Rod" }).waitFor();
});

it("because what is left holds no connection, and opens one when it is seen again", async () => {
  const { url } = await sharedShop();
  const page = await openLivePage(`${url}/about`);
  const ended = page.waitForEvent("requestfailed", (request) =>
    request.url().includes("/api/live"),
  );
  await page.evaluate(() =>
    dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true })),
  );
  await ended;
  const again = page.waitForRequest(/api\/live\?age=\d/);
  await page.evaluate(() =>
    dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })),
  );
  await again;
});
