import type { Page } from "playwright-core";

/** What says or looks as if a part fits a car without the verdict "yes". */
export function findFalsePromises(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("[data-says]:not([data-says=yes])")].flatMap(
      (shown) => {
        // What is named in its place has a verdict of its own.
        const copy = shown.cloneNode(true) as HTMLElement;
        for (const other of copy.querySelectorAll("[data-says]")) other.remove();
        const says = `${shown.dataset.says} says: ${copy.textContent}`;
        const isGreen = [copy, ...copy.querySelectorAll("*")].some((one) =>
          /\b(text|bg|border)-success\b/.test(one.getAttribute("class") ?? ""),
        );
        const promises = /\bfits your\b|guarantee|^fits\b/i.test(copy.textContent ?? "");
        return isGreen || promises ? [says] : [];
      },
    ),
  );
}
