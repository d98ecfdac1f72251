import { readFileSync } from "node:fs";
import type axe from "axe-core";
import type { RunOptions } from "axe-core";
import type { Frame, Page } from "playwright-core";
import { findFaintText } from "./find-faint-text.ts";
import { waitForAnimations } from "./wait-for-animations.ts";

const source = readFileSync(
  new URL("../node_modules/axe-core/axe.min.js", import.meta.url),
  "utf8",
);

/** Sent once, instead of again for every document. */
export const installAxe = (page: Page): Promise<unknown> => page.addInitScript({ content: source });

/** States of a page differ in its main part, in dialogs and in what is announced. */
const changing = "main, dialog:modal, [role=alert], [role=status]";

/** A rule that takes half of the time of all. */
const contrast = "color-contrast";

export async function findAccessibilityFaults(
  page: Page | Frame,
  options: RunOptions = {},
  part: "page" | "changing" = "page",
): Promise<string[]> {
  await waitForAnimations(page);
  const isThere = await page.evaluate(() => "axe" in window);
  if (!isThere) await page.evaluate(source);
  const within = part === "changing" ? changing : ":root";
  const { runOnly } = options;
  const chosen = Array.isArray(runOnly) ? runOnly : undefined;
  if (runOnly && !chosen?.includes(contrast)) return runAxe(page, options, within);
  const others: RunOptions = chosen
    ? { runOnly: chosen.filter((rule) => rule !== contrast) }
    : { rules: { [contrast]: { enabled: false } } };
  const faults = await runAxe(page, { ...options, ...others }, within);
  return [...faults, ...(await findFaintText(page, within))];
}

function runAxe(page: Page | Frame, options: RunOptions, within: string): Promise<string[]> {
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
