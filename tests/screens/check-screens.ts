// Rules for every screen. All faults are collected, so that one run shows them all: each page as it is
// opened on a phone (checkPages), and every screen in both themes, at all sizes and by keyboard.
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { withBrowserFont, withStyledFont } from "../enlarge-text.ts";
import { findAccessibilityFaults, installAxe } from "../find-accessibility-faults.ts";
import { screens } from "../screens.ts";
import { waitForAnimations } from "../wait-for-animations.ts";
import { findFalsePromises } from "./find-false-promises.ts";
import { describeAround, findKeyboardFaults } from "./find-keyboard-faults.ts";
import { openScreenContext, type Screen, showScreen, type Viewer } from "./screen.ts";
import { openScreenShop } from "./screen-shop.ts";

const mostShift = 0.02;
/** axe rules whose result depends on the theme, and those whose result depends on the width. */
const themeRules = ["color-contrast", "link-in-text-block"];
const widthRules = [...themeRules, "target-size"];

export async function checkPages(...people: Viewer[]): Promise<void> {
  const pages = screens.filter(({ isPlain }) => isPlain);
  expect(
    await collectFaults(people, pages, async (page) => atWidth(phoneWidth, await pageFaults(page))),
  ).toEqual([]);
}

export async function checkScreens(...people: Viewer[]): Promise<void> {
  const walked = new Set<string>();
  const checked = screens.filter(({ isRepetition }) => !isRepetition);
  expect(
    await collectFaults(people, checked, (page, screen) => screenFaults(page, screen, walked)),
  ).toEqual([]);
}

async function collectFaults(
  people: readonly Viewer[],
  checked: readonly Screen[],
  faultsOf: (page: Page, screen: Screen) => Promise<string[]>,
): Promise<string[]> {
  const world = await openScreenShop();
  const faults: string[] = [];
  for (const who of people) {
    const shown = checked.filter((screen) => screen.who === who);
    const expectedTroubles = anyOf(shown.flatMap(({ troubles = [] }) => troubles));
    const stage = await openScreenContext(world, who, { expectedTroubles });
    await installAxe(stage.page);
    for (const screen of shown) {
      await resize(stage.page, phoneWidth);
      await showScreen(stage, screen);
      const found = await faultsOf(stage.page, screen);
      faults.push(...found.map((fault) => `${screen.name}, ${fault}`));
      await screen.undo?.(stage);
    }
  }
  return faults;
}

const atWidth = (width: number, faults: readonly string[]) =>
  faults.map((fault) => `${width} pixels: ${fault}`);

function anyOf(patterns: RegExp[]): RegExp {
  return new RegExp(patterns.length > 0 ? patterns.map(({ source }) => source).join("|") : "^$");
}

const phoneWidth = 390;

/** Of a page as it is opened. */
async function pageFaults(page: Page): Promise<string[]> {
  return [
    ...(await shiftFaults(page)),
    ...(await headFaults(page)),
    ...(await orangeFaults(page)),
    ...(await findAccessibilityFaults(page)),
    ...(await frameFaults(page)),
    ...(await sidewaysFaults(page)),
    ...(await barFaults(page)),
    ...(await findFalsePromises(page)),
  ];
}

/** Of what shows after some input, or while something loads. */
async function stateFaults(page: Page, { isWaiting, phoneOnly }: Screen): Promise<string[]> {
  return [
    ...(isWaiting ? [] : await headFaults(page)),
    ...(await findAccessibilityFaults(page, {}, phoneOnly ? "page" : "changing")),
    ...(await frameFaults(page)),
    ...(await sidewaysFaults(page)),
    ...(await findFalsePromises(page)),
  ];
}

/** Loaded once: the screen survives a resize. */
async function screenFaults(page: Page, screen: Screen, walked: Set<string>): Promise<string[]> {
  const { isPlain, isWaiting, phoneOnly } = screen;
  const onPhone = [
    ...(isPlain ? await pageFaults(page) : await stateFaults(page, screen)),
    ...(await darkFaults(page, isPlain || phoneOnly ? "page" : "changing")),
  ];
  await resize(page, 320);
  const narrow = await sidewaysFaults(page);
  const lastWidth = phoneOnly ? phoneWidth : 1440;
  const large = isWaiting
    ? []
    : await largeFaults(page, isPlain ? [phoneWidth, 1280] : [phoneWidth], lastWidth);
  if (isWaiting) await resize(page, lastWidth);
  const last = [
    ...(isPlain ? await findAccessibilityFaults(page, { runOnly: widthRules }) : []),
    ...(phoneOnly ? [] : await sidewaysFaults(page)),
    // The order on a phone is the same.
    ...(isWaiting ? [] : await walkFaults(page, screen, walked)),
  ];
  return [
    ...atWidth(phoneWidth, onPhone),
    ...atWidth(320, narrow),
    ...large,
    ...atWidth(lastWidth, last),
  ];
}

/** What stands around the main part is walked once, and again where it is another. */
async function walkFaults(page: Page, screen: Screen, walked: Set<string>): Promise<string[]> {
  if (!screen.isPlain && !screen.phoneOnly) return findKeyboardFaults(page, "main");
  const around = await describeAround(page);
  const part = walked.has(around) && !screen.phoneOnly ? "main" : "page";
  const faults = await findKeyboardFaults(page, part);
  if (faults.length === 0) walked.add(around);
  return faults;
}

async function resize(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await waitForAnimations(page);
}

/** Frames of the card provider: its field and the bank's page. */
async function frameFaults(page: Page): Promise<string[]> {
  const wcag = { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"] };
  const faults: string[] = [];
  for (const frame of page.frames().slice(1)) {
    const element = await frame.frameElement();
    // Where no script runs, as in the preview of a letter, none can check either.
    const sandbox = await element.getAttribute("sandbox");
    const runsScripts = sandbox === null || sandbox.includes("allow-scripts");
    if (!runsScripts || !(await element.isVisible())) continue;
    const found = await findAccessibilityFaults(frame, wcag);
    faults.push(...found.map((fault) => `in the frame ${new URL(frame.url()).pathname}: ${fault}`));
  }
  return faults;
}

/** A title of the page's own, and one main heading. */
async function headFaults(page: Page): Promise<string[]> {
  // React may hide the page for a moment while code for a lower part loads.
  const heading = page.locator("h1").first();
  await heading.waitFor().catch(() => {});
  const title = await page.title();
  const headings = await page.locator("h1:visible").count();
  return [
    ...(/^\S.* · Partwright$/.test(title) ? [] : [`the title is "${title}"`]),
    ...(headings === 1 ? [] : [`${headings} main headings`]),
  ];
}

/** Orange is the buyer's next step: at most one within the window. */
async function orangeFaults(page: Page): Promise<string[]> {
  const names = await page.locator(".btn-primary:visible").evaluateAll((all) =>
    all
      .filter((button) => {
        const { top, bottom } = button.getBoundingClientRect();
        return bottom > 0 && top < innerHeight;
      })
      .map(({ textContent }) => textContent),
  );
  const isDesk = /dashboard\/(?!payment|order\/|myOrder)/.test(page.url());
  return names.length > (isDesk ? 0 : 1) ? [`orange are ${names.join(", ")}`] : [];
}

/** Layout shifts since the page began to load. */
async function shiftFaults(page: Page): Promise<string[]> {
  const { sum, moved } = await page.evaluate(
    () =>
      new Promise<{ sum: number; moved: string[] }>((resolve) => {
        type Shift = PerformanceEntry & {
          value: number;
          hadRecentInput: boolean;
          sources: { node?: Element }[];
        };
        let sum = 0;
        const moved: string[] = [];
        new PerformanceObserver((list) => {
          for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
            if (hadRecentInput) continue;
            sum += value;
            moved.push(...sources.map(({ node }) => node?.outerHTML?.slice(0, 120) ?? "text"));
          }
        }).observe({ type: "layout-shift", buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => resolve({ sum, moved })));
      }),
  );
  return sum <= mostShift ? [] : [`things moved by ${sum.toFixed(3)}: ${moved.join(" ; ")}`];
}

/** The dark theme changes colours only. */
async function darkFaults(page: Page, part: "page" | "changing"): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "dark" });
  const faults = await findAccessibilityFaults(page, { runOnly: themeRules }, part);
  await page.emulateMedia({ colorScheme: "light" });
  return faults.map((fault) => `in the dark: ${fault}`);
}

/** Letters of twice the size, on phones in both ways in which people enlarge them. */
async function largeFaults(page: Page, widths: number[], lastWidth: number): Promise<string[]> {
  const faults: string[] = [];
  const look = async (width: number) => {
    await resize(page, width);
    const found = [
      ...(await sidewaysFaults(page)),
      ...(await brokenWordFaults(page)),
      ...(width === phoneWidth ? await barFaults(page) : []),
    ];
    faults.push(...found.map((fault) => `${width} pixels: with text at 200 %: ${fault}`));
  };
  await withBrowserFont(page, 32, async () => {
    for (const width of widths) await look(width);
  });
  await withStyledFont(page, () => look(phoneWidth));
  await resize(page, lastWidth);
  return faults;
}

/** Ordinary words that stand in more than two lines, a letter or two in each. */
async function brokenWordFaults(page: Page): Promise<string[]> {
  const words = await page.evaluate(() => {
    const broken = new Set<string>();
    // Texts for screen readers alone stand in one pixel.
    const isSeen = (element: Element | null): boolean =>
      element === null ||
      (getComputedStyle(element).clipPath === "none" && isSeen(element.parentElement));
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      range.selectNodeContents(text);
      if (range.getClientRects().length <= 2) continue;
      const parent = text.parentElement;
      if (!parent?.checkVisibility({ visibilityProperty: true }) || !isSeen(parent)) continue;
      for (const { 0: word, index } of (text.nodeValue ?? "").matchAll(
        /(?<!\p{L})\p{L}{3,14}(?!\p{L})/gu,
      )) {
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        if (range.getClientRects().length > 2) broken.add(word);
      }
    }
    return [...broken].slice(0, 5);
  });
  return words.length > 0 ? [`the words are broken: ${words.join(", ")}`] : [];
}

/** What stays at the top of a phone must leave room for the page. */
async function barFaults(page: Page): Promise<string[]> {
  const tall = await page.evaluate(() =>
    [...document.querySelectorAll("body *")].flatMap((element) => {
      const { position, top } = getComputedStyle(element);
      const { height } = element.getBoundingClientRect();
      const isTall = position === "sticky" && top !== "auto" && height > innerHeight / 4;
      return isTall ? [`${Math.round(height)} pixels: ${element.outerHTML.slice(0, 120)}`] : [];
    }),
  );
  return tall.map((bar) => `more than a quarter of the height stays at the top, ${bar}`);
}

async function sidewaysFaults(page: Page): Promise<string[]> {
  const wider = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return;
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      element !== document.body &&
      (getComputedStyle(element).overflowX !== "visible" || scrolls(element.parentElement));
    const out = [...document.querySelectorAll("body *")].filter(
      (element) =>
        element.getBoundingClientRect().right > clientWidth + 1 && !scrolls(element.parentElement),
    );
    return `${scrollWidth - clientWidth} too wide: ${out.at(-1)?.outerHTML.slice(0, 160)}`;
  });
  return wider ? [wider] : [];
}
