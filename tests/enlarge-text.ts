import type { Page } from "playwright-core";

/** The size of letters in the settings of the browser: media queries in rem follow it. */
export async function withBrowserFont(page: Page, size: number, look: () => Promise<void>) {
  const browser = await page.context().newCDPSession(page);
  const set = async (standard: number) => {
    await browser.send("Page.setFontSizes", { fontSizes: { standard, fixed: standard } });
    await page.waitForFunction(isRootFont, `${standard}px`);
  };
  await set(size);
  await look();
  await set(16);
  await browser.detach();
}

/** Twice the size by a style of the reader's own, as extensions do: media queries do not follow it. */
export async function withStyledFont(page: Page, look: () => Promise<void>) {
  await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%"));
  await look();
  await page.evaluate(() => document.documentElement.style.removeProperty("font-size"));
}

const isRootFont = (size: string) => getComputedStyle(document.documentElement).fontSize === size;
