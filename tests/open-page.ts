// A page in the browser. Errors, warnings and requests to other hosts fail the test.
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { expect, inject, onTestFinished } from "vitest";
import { waitForHydration } from "./wait-for-hydration.ts";

/** For tests that prepare the page before they go to an address. */
export const blank = "about:blank";

export type PageOptions = BrowserContextOptions & {
  /** Console messages and failed requests that the test causes. */
  expectedTroubles?: RegExp;
  /** For init scripts and fake clocks, which cannot be taken back. */
  ownPage?: true;
};

export async function openPage(url: string, options: PageOptions = {}): Promise<Page> {
  const { expectedTroubles, ownPage, ...contextOptions } = options;
  const page = await acquirePage(contextOptions, ownPage);
  page.setDefaultTimeout(30_000);
  const troubles: string[] = [];
  const visited = new Set<string>();
  const isOurs = (address: URL) => /^(localhost|127\.0\.0\.1)$/.test(address.hostname);
  page.on("console", (message) => {
    const isTrouble = ["error", "warning"].includes(message.type());
    if (isTrouble && !isSlowPreload.test(message.text())) troubles.push(message.text());
  });
  page.on("pageerror", (error) => troubles.push(String(error)));
  page.on("request", (request) => {
    const address = new URL(request.url());
    if (request.isNavigationRequest()) visited.add(address.origin);
    if (!isOurs(address) && address.protocol !== "data:") troubles.push(`requested ${address}`);
  });
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText;
    // Leaving a page aborts its requests.
    if (reason !== "net::ERR_ABORTED") troubles.push(`${request.url()} failed: ${reason}`);
  });
  onTestFinished(async () => {
    if (ownPage) await page.context().close();
    else await releasePage(page, contextOptions, [...visited]);
    const unexpected = troubles.filter((trouble) => !expectedTroubles?.test(trouble));
    expect(unexpected, `unexpected in the browser: ${unexpected.join("\n")}`).toEqual([]);
  });
  if (url !== blank) await page.goto(url);
  return page;
}

let browser: Promise<Browser> | undefined;
const idlePages = new Map<string, Page[]>();
/** Where each page has been in this file. */
const origins = new Map<Page, Set<string>>();
let testPath: string | undefined;

/** Tests reuse pages, also of earlier files: a new one costs as much as loading three. */
async function acquirePage(options: BrowserContextOptions, ownPage = false): Promise<Page> {
  if (testPath !== expect.getState().testPath) await forgetFile();
  testPath = expect.getState().testPath;
  const idle = ownPage ? undefined : idlePages.get(keyOf(options))?.pop();
  if (idle) {
    await emulate(idle, options);
    return idle;
  }
  browser ??= chromium.launch(inject("browser"));
  const context = await (await browser).newContext({ locale: "en-US", ...options });
  await context.addInitScript(showMessagesLonger);
  if (options.javaScriptEnabled !== false) context.on("page", waitForHydrationAfterLoads);
  return context.newPage();
}

/** Without what a page can change. */
function keyOf(options: BrowserContextOptions): string {
  const { viewport: _size, colorScheme: _colours, reducedMotion: _motion, ...fixed } = options;
  return JSON.stringify(fixed);
}

async function emulate(
  page: Page,
  { viewport, colorScheme = "light", reducedMotion = "no-preference" }: BrowserContextOptions,
): Promise<void> {
  await page.setViewportSize(viewport ?? { width: 1280, height: 720 });
  await page.emulateMedia({ media: "screen", colorScheme, reducedMotion });
}

/** Another shop may get the port of one that has ended. */
async function forgetFile(): Promise<void> {
  const pages = [...idlePages.values()].flat();
  await Promise.all(pages.map((page) => clearStorage(page, origins.get(page) ?? [])));
  origins.clear();
}

async function clearStorage(page: Page, visited: Iterable<string>): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.clearBrowserCache");
  for (const origin of visited)
    await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  // Back would lead to a shop that has ended.
  await page.goto("about:blank");
  await session.send("Page.resetNavigationHistory");
  await session.detach();
  await page.context().clearPermissions();
}

async function releasePage(
  page: Page,
  options: BrowserContextOptions,
  visited: string[],
): Promise<void> {
  const [origin, ...others] = visited;
  try {
    if (!origin || others.length > 0) throw new Error("Several storages to clear");
    await resetPage(page, origin);
    origins.set(page, new Set([...(origins.get(page) ?? []), origin]));
    const key = keyOf(options);
    idlePages.set(key, [...(idlePages.get(key) ?? []), page]);
  } catch {
    await page.context().close();
  }
}

/** Only the HTTP cache is kept. */
async function resetPage(page: Page, origin: string): Promise<void> {
  const context = page.context();
  page.removeAllListeners();
  context.removeAllListeners("request");
  const others = context.pages().filter((other) => other !== page);
  await Promise.all(others.map((other) => other.close()));
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.mouse.move(0, 0);
  // A document of the same origin stays in its process, and has no code that writes again.
  const body = '<link rel="icon" href="data:,">';
  await page.route("**/empty", (route) => route.fulfill({ body, contentType: "text/html" }));
  await page.goto(`${origin}/empty`, { waitUntil: "commit" });
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.unroute("**/empty");
  await context.clearCookies();
}

/** Says nothing on a busy machine; fonts.test.ts checks that preloaded fonts are used. */
const isSlowPreload = /was preloaded using link preload but not used within a few seconds/;

/** Resolves once the page is connected to the stream of changes. */
export async function openLivePage(url: string, options: PageOptions = {}): Promise<Page> {
  const page = await openPage("about:blank", options);
  const connected = page.waitForResponse("**/api/live**");
  await page.goto(url);
  await connected;
  return page;
}

/** A busy machine reads what is shown for 6, 10 or 12 seconds later than a person does. */
function showMessagesLonger(): void {
  const setTimer = window.setTimeout;
  const later = (work: TimerHandler, ms?: number, ...given: unknown[]) =>
    setTimer(work, [6_000, 10_000, 12_000].includes(ms ?? 0) ? 120_000 : ms, ...given);
  Object.assign(window, { setTimeout: later });
}

/** After each navigation, waits until the page reacts to clicks. */
function waitForHydrationAfterLoads(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  // Some tests keep the code from loading.
  const hydrated = () => waitForHydration(page, 15_000).catch(() => {});
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    if (!options?.waitUntil) await hydrated();
    return response;
  };
  page.reload = async (options) => {
    const response = await reload(options);
    if (!options?.waitUntil) await hydrated();
    return response;
  };
}
