import { readFileSync } from "node:fs";
import type axe from "axe-core";
import type { RunOptions } from "axe-core";
import type { Frame, Page } from "playwright-core";
import { waitForAnimations } from "./wait-for-animations.ts";

const source = readFileSync(
  new URL("../node_modules/axe-core/axe.min.js", import.meta.url),
  "utf8",
);

/** Sent once, instead of again for every document. */
export const installAxe = (page: Page): Promise<unknown> => page.addInitScript({ content: source });

export async function findAccessibilityFaults(
  page: Page | Frame,
  options: RunOptions = {},
): Promise<string[]> {
  await waitForAnimations(page);
  const isThere = await page.evaluate(() => "axe" in window);
  if (!isThere) await page.evaluate(source);
  return page.evaluate(async (options) => {
    const found = await (window as unknown as { axe: typeof axe }).axe.run({
      resultTypes: ["violations"],
      iframes: false,
      preload: false,
      selectors: false,
      ...options,
    });
    return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  }, options);
}
