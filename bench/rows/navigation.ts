// From a click to the paint of the next page, with an empty cache; and of other interactions.
import type { BrowserContext, Page } from "playwright-core";
import { openChromium } from "../chromium.ts";
import { type DemoShop, openDemoShop } from "../demo-shop.ts";
import {
  measureInteractions,
  measureSlowestInteraction,
  measureUntilPaint,
  movePointerTo,
  pressPointer,
} from "../interactions.ts";
import type { FigureSheet } from "../row.ts";

const rounds = Number(process.env.ROUNDS ?? 20);
const throttle = 4;
const latency = 40;
/** At the 95th percentile. */
const most = 100;
/** From hovering to clicking, for a quick person. */
const aim = 150;
const look = 1_000;

const content = {
  home: "main h1 + p, main [aria-label='Welcome'] h1",
  products: "main ul > li > article h2",
  purchase: "form[aria-label='Order']",
  dashboard: "main a[href='/dashboard/updateProfile']",
};

type Times = Record<string, number[]>;

export async function navigation(): Promise<FigureSheet[]> {
  const shop = await openDemoShop();
  const { browser } = await openChromium();
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await signIn(context, shop);
  const [moves, presses]: [Times, Times] = [{}, {}];
  for (let round = 0; round < rounds; round++) {
    const page = await newcomer(context);
    await page.goto(shop.url);
    await page.waitForTimeout(look);
    await goAround(page, round, (step, time) => add(moves, step, time));
    await pressAround(page, shop, round, (step, time) => add(presses, step, time));
    await page.close();
  }
  await browser.close();
  await shop.stop();
  return [
    ...Object.entries(moves).map(([step, times]) => sheetOf(`navigation: ${step}`, times)),
    ...Object.entries(presses).map(([step, times]) => sheetOf(`interaction: ${step}`, times)),
  ];
}

async function signIn(context: BrowserContext, { url, customer }: DemoShop): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${url}/login`);
  await page.waitForTimeout(look);
  await page.getByLabel("Email", { exact: true }).fill(customer.email);
  await page.getByLabel("Password", { exact: true }).fill(customer.password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await page.waitForSelector(content.dashboard);
  await placeOrder(page, customer.email);
  await page.close();
}

async function placeOrder(page: Page, email: string): Promise<void> {
  const status = await page.evaluate(async (email) => {
    const [part] = await (await fetch("/api/parts?limit=1")).json();
    const quantity = part.minimumQuantity + 1;
    const totalPrice = Math.round(part.price * 100 * quantity) / 100;
    const body = { name: "Vera", email, phone: "", address: "", productName: part.name, quantity };
    const response = await fetch("/api/orders", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...body, totalPrice, part: part._id }),
    });
    return response.status;
  }, email);
  if (status !== 200) throw new Error(`The order was answered with ${status}`);
}

/** Empty cache, a phone's processor, a slow link. */
async function newcomer(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await measureInteractions(page);
  const session = await context.newCDPSession(page);
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: throttle });
  return page;
}

type Recorder = (step: string, milliseconds: number) => void;

async function goAround(page: Page, round: number, record: Recorder): Promise<void> {
  const follow = async (step: string, selector: string, link: ReturnType<Page["locator"]>) => {
    record(
      step,
      await measureUntilPaint(page, selector, async () => {
        await movePointerTo(page, link);
        await page.waitForTimeout(aim);
        await pressPointer(page);
      }),
    );
  };
  const back = async (step: string, selector: string) => {
    const goBack = () => page.evaluate(() => history.back());
    record(step, await measureUntilPaint(page, selector, goBack));
  };
  const inNavbar = (name: string) =>
    page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true });
  const purchase = page.getByRole("main").getByRole("link", { name: /^Purchase / });

  await follow("home to products", content.products, inNavbar("Products"));
  await follow("products to purchase", content.purchase, purchase.nth(round % 24));
  await follow("purchase to dashboard", content.dashboard, inNavbar("Dashboard"));
  await follow("dashboard to home", content.home, inNavbar("Home"));
  await back("back to dashboard", content.dashboard);
  await back("back to purchase", content.purchase);
  await back("back to products", content.products);
  await back("back to home", content.home);
}

async function pressAround(
  page: Page,
  shop: DemoShop,
  round: number,
  record: Recorder,
): Promise<void> {
  const measure = async (step: string, act: () => Promise<unknown>) =>
    record(step, await measureSlowestInteraction(page, act));
  await page.getByRole("link", { name: "Products", exact: true }).first().click();
  await page.waitForSelector(content.products);
  const link = page.getByRole("main").getByRole("link", { name: /^Purchase / });
  await link.nth((round + 1) % 24).click();
  await page.waitForSelector(content.purchase);
  await page.waitForTimeout(look);
  await page.getByLabel("Phone").focus();
  await measure("typing", () => page.keyboard.type("+880 1711 000 000", { delay: 40 }));
  await page.getByLabel("Quantity").fill("");
  await measure("typing", () => page.keyboard.type("250", { delay: 40 }));
  for (const theme of ["Dark", "System"]) {
    await movePointerTo(page, page.getByRole("radio", { name: theme }));
    await page.waitForTimeout(aim);
    await measure("switching the theme", () => pressPointer(page));
  }
  await openDialog(page, shop, (act) => measure("opening a dialog", act));
  await page.setViewportSize({ width: 390, height: 800 });
  await page.waitForTimeout(look);
  await movePointerTo(page, page.getByRole("button", { name: "Menu" }));
  await page.waitForTimeout(aim);
  await measure("opening a menu", () => pressPointer(page));
}

async function openDialog(
  page: Page,
  { url }: DemoShop,
  measure: (act: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const open = page.getByRole("button", { name: /^Delete/ }).first();
  await page.goto(`${url}/dashboard/myOrder`);
  await open.waitFor();
  await page.waitForTimeout(look);
  await movePointerTo(page, open);
  await page.waitForTimeout(aim);
  await measure(() => pressPointer(page));
  await page.getByRole("alertdialog").waitFor();
  await page.keyboard.press("Escape");
}

function add(times: Times, step: string, time: number): void {
  times[step] = [...(times[step] ?? []), time];
}

function sheetOf(what: string, times: number[]): FigureSheet {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) =>
    Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? Number.POSITIVE_INFINITY);
  const figures = { p50: at(0.5), p95: at(0.95), times: times.length };
  return { what, figures, missed: figures.p95 > most ? [`p95 is ${figures.p95} ms`] : [] };
}
