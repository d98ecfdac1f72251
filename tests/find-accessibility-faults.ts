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

/** States of a page differ in its main part, in dialogs and in what is announced. */
const changing = "main, dialog:modal, [role=alert], [role=status]";

export async function findAccessibilityFaults(
  page: Page | Frame,
  options: RunOptions = {},
  part: "page" | "changing" = "page",
): Promise<string[]> {
  await waitForAnimations(page);
  const isThere = await page.evaluate(() => "axe" in window);
  if (!isThere) await page.evaluate(source);
  const within = part === "changing" ? changing : ":root";
  return page.evaluate(
    async ({ options, within }) => {
      const include = [...document.querySelectorAll<HTMLElement>(within)];
      const found = await (window as unknown as { axe: typeof axe }).axe.run(
        { include },
        {
          resultTypes: ["violations"],
          iframes: false,
          preload: false,
          selectors: false,
          ...options,
        },
      );
      return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
    },
    { options, within },
  );
}
