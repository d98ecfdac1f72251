import type { Page } from "playwright-core";

/** Before the code is there, nobody can press anything. */
export async function waitForHydration(page: Page, timeout?: number): Promise<void> {
  await page.waitForFunction(
    () => {
      const app = document.getElementById("app");
      // What is to be loaded early may stand before what is shown.
      const inside = [...(app?.children ?? [])];
      const isOurs = (each: Element) =>
        Object.keys(each).some((name) => name.startsWith("__reactProps"));
      return !app || inside.some(isOurs);
    },
    undefined,
    timeout ? { timeout } : {},
  );
}
