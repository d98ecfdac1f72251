// A page in the browser. Errors, warnings and requests to other hosts fail the test.
import { type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { expect, inject, onTestFinished } from "vitest";
import { waitForHydration } from "./wait-for-hydration.ts";

export async function openPage(
  url: string,
  options: BrowserContextOptions & { expectedTroubles?: RegExp } = {},
): Promise<Page> {
  const { expectedTroubles, ...contextOptions } = options;
  const browser = await chromium.connect(inject("browserAddress"));
  const context = await browser.newContext({ locale: "en-US", ...contextOptions });
  if (contextOptions.javaScriptEnabled !== false) context.on("page", arriveLikePeople);
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const troubles: string[] = [];
  const isOurs = (address: URL) => /^(localhost|127\.0\.0\.1)$/.test(address.hostname);
  page.on("console", (message) => {
    const isTrouble = ["error", "warning"].includes(message.type());
    if (isTrouble && !isImpatience.test(message.text())) troubles.push(message.text());
  });
  page.on("pageerror", (error) => troubles.push(String(error)));
  page.on("request", (request) => {
    const asked = new URL(request.url());
    if (!isOurs(asked) && asked.protocol !== "data:") troubles.push(`asked ${asked}`);
  });
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText;
    // Leaving a page aborts its requests.
    if (reason !== "net::ERR_ABORTED") troubles.push(`${request.url()} failed: ${reason}`);
  });
  onTestFinished(async () => {
    await browser.close();
    const unexpected = troubles.filter((trouble) => !expectedTroubles?.test(trouble));
    expect(unexpected, `unexpected in the browser: ${unexpected.join("\n")}`).toEqual([]);
  });
  await page.goto(url);
  return page;
}

/** On a busy machine "a few seconds" say nothing; fonts.test.ts looks whether they are used at all. */
const isImpatience = /was preloaded using link preload but not used within a few seconds/;

/** Resolves once the page is connected to the stream of changes. */
export async function openLivePage(
  url: string,
  options: Parameters<typeof openPage>[1] = {},
): Promise<Page> {
  const page = await openPage("about:blank", options);
  const hears = page.waitForResponse("**/api/live**");
  await page.goto(url);
  await hears;
  return page;
}

/** After each navigation, waits until the page reacts to clicks. */
function arriveLikePeople(page: Page): void {
  const goto = page.goto.bind(page);
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    // Some tests keep the code from loading.
    if (!options?.waitUntil) await waitForHydration(page, 3_000).catch(() => {});
    return response;
  };
}
