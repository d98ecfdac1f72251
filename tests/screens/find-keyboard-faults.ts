// Walks through a screen by Tab: everything must be reachable, with a visible focus.
import type { Page } from "playwright-core";

type Walk = { all: Element[]; reached: Set<Element>; unseen: Set<Element> };
type Walking = typeof window & { walk: Walk };

/** States of a page differ in its main part only. */
export async function findKeyboardFaults(page: Page, part: "page" | "main"): Promise<string[]> {
  let steps = await page.evaluate(prepareWalk, part);
  // Frames and date fields take several steps.
  for (const more of [3, 4, 8, 16]) {
    await pressTab(page, steps + more);
    steps = 0;
    const isDone = await page.evaluate(() => {
      const { all, reached } = (window as Walking).walk;
      return all.every((each) => reached.has(each));
    });
    if (isDone) break;
  }
  return page.evaluate(() => {
    const { all, reached, unseen } = (window as Walking).walk;
    const name = (element: Element) => element.outerHTML.slice(0, 160);
    return [
      ...all.filter((each) => !reached.has(each)).map((each) => `not reached: ${name(each)}`),
      ...[...unseen].map((each) => `focus not seen: ${name(each)}`),
    ];
  });
}

/** What can be used outside the main part, and what may cover it. */
export function describeAround(page: Page): Promise<string> {
  return page.evaluate(() => {
    const main = document.querySelector("main");
    const isOutside = (element: Element) => !main?.contains(element);
    const usable = [...document.querySelectorAll("a, button, input, select, textarea, summary")]
      .filter(isOutside)
      .map((each) => `${each.tagName} ${each.getAttribute("aria-label")} ${each.textContent}`);
    const covering = [...document.querySelectorAll("body *")]
      .filter((each) => ["fixed", "sticky"].includes(getComputedStyle(each).position))
      .map((each) => `${each.tagName} ${each.className}`);
    return [...usable, ...covering].join("\n");
  });
}

async function pressTab(page: Page, times: number): Promise<void> {
  const presses = Array.from({ length: times }, () => () => page.keyboard.press("Tab"));
  // A frame of the card provider runs in another process, which would miss what comes too soon.
  if (page.frames().length > 1) for (const press of presses) await press();
  else await Promise.all(presses.map((press) => press()));
}

/** Records what must be reached and what is; answers how many elements there are. */
function prepareWalk(part: "page" | "main"): number {
  const dialog = document.querySelector("dialog:modal");
  const main = part === "main" ? document.querySelector("main") : null;
  if (!dialog) main?.focus();
  const within = dialog ?? main ?? document;
  const usable =
    "a[href], button:not(:disabled), input:not(:disabled, [hidden]), select:not(:disabled), " +
    "textarea:not(:disabled), summary, [tabindex]";
  const isSeen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !element.closest("[aria-hidden=true], [inert]");
  const isFirstOfItsKind = (element: Element) =>
    !(element instanceof HTMLInputElement && element.type === "radio") ||
    element.checked ||
    !document.querySelector(`input[type=radio][name="${element.name}"]:checked`);
  const all = [...within.querySelectorAll<HTMLElement>(usable)].filter(
    (element) => element.tabIndex >= 0 && isSeen(element) && isFirstOfItsKind(element),
  );
  const walk: Walk = { all, reached: new Set(), unseen: new Set() };
  (window as Walking).walk = walk;

  const marked = (element: Element) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    const isOutlined = outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 1;
    return isOutlined || boxShadow !== "none";
  };
  const isInTheWindow = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const at = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 20));
    return at !== null && (element.contains(at) || at.contains(element) || isLabelOf(at, element));
  };
  const isLabelOf = (at: Element, element: Element) =>
    element instanceof HTMLInputElement &&
    [...(element.labels ?? [])].some((label) => label.contains(at));
  document.addEventListener("focusin", ({ target }) => {
    if (!(target instanceof Element)) return;
    walk.reached.add(target);
    const around = [target, target.parentElement, target.closest("label")];
    const isMarked = around.some((each) => each && marked(each));
    if (!isMarked || !isInTheWindow(target)) walk.unseen.add(target);
  });
  return all.length;
}
