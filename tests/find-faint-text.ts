// The rule of axe about contrast, for text that looks otherwise than all that has passed before.
import type axe from "axe-core";
import type { Frame, Page } from "playwright-core";

/** A look: colour, size, weight and the grounds behind. */
const passedLooks = new Set<string>();

/** Without colours where styles alone do not tell them; mixed where nothing within is plain either. */
type Ground = { colours?: string; isMixed?: true };

/** The page has axe already. */
export async function findFaintText(page: Page | Frame, within: string): Promise<string[]> {
  const known = [...passedLooks];
  const { faults, passed } = await page.evaluate(checkNewLooks, { within, known });
  for (const look of passed) passedLooks.add(look);
  return faults;
}

async function checkNewLooks({ within, known }: { within: string; known: string[] }) {
  const passedBefore = new Set(known);
  const isClear = (colour: string) => /^rgba\(.*, 0\)$|\/ 0\)$/.test(colour);
  const isOpaque = (colour: string) => !colour.startsWith("rgba(") && !colour.includes("/");

  /** Parents of what may lie behind or before their text. */
  const lapped = new Set<Element | null>();
  for (const element of document.querySelectorAll<HTMLElement>("body *")) {
    const { position, backgroundColor, backgroundImage } = getComputedStyle(element);
    if (position !== "absolute" || !element.checkVisibility()) continue;
    const isDrawn = !isClear(backgroundColor) || backgroundImage !== "none";
    if (isDrawn || element.matches("img, canvas, video, svg")) lapped.add(element.offsetParent);
  }

  /** The colours behind the text of an element. */
  const grounds = new Map<Element, Ground>();
  function groundOf(element: Element | null): Ground {
    if (!element) return { colours: "" };
    const ground = grounds.get(element) ?? readGround(element);
    grounds.set(element, ground);
    return ground;
  }
  function readGround(element: Element): Ground {
    const style = getComputedStyle(element);
    const behind = groundOf(element.parentElement);
    const { backgroundColor, backgroundImage, position } = style;
    const isWhole =
      style.opacity === "1" && style.filter === "none" && style.mixBlendMode === "normal";
    if (!isWhole || behind.isMixed) return { isMixed: true };
    if (backgroundImage !== "none" || lapped.has(element)) return {};
    if (isOpaque(backgroundColor)) return { colours: backgroundColor };
    const isPlaced = position !== "static" && position !== "relative";
    if (isPlaced || behind.colours === undefined) return {};
    if (isClear(backgroundColor)) return behind;
    return { colours: `${behind.colours} ${backgroundColor}` };
  }
  function hasText(element: HTMLElement): boolean {
    if (!element.checkVisibility({ visibilityProperty: true })) return false;
    // For screen readers alone.
    if (element.offsetWidth <= 1 && element.offsetHeight <= 1) return false;
    if (element.matches("input, select, textarea")) return true;
    const texts = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
    return texts.some(({ nodeValue }) => nodeValue?.trim());
  }

  const looks = new Map<Element, string | undefined>();
  for (const root of document.querySelectorAll<HTMLElement>(within)) {
    for (const element of [root, ...root.querySelectorAll<HTMLElement>("*")]) {
      if (!hasText(element)) continue;
      const { colours } = groundOf(element);
      const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
      const look = [colours, color, fontSize, fontWeight, textShadow].join("; ");
      looks.set(element, colours === undefined ? undefined : look);
    }
  }
  const isNew = ([, look]: [Element, string | undefined]) => !look || !passedBefore.has(look);
  const include = [...looks].filter(isNew).map(([element]) => element as HTMLElement);
  if (include.length === 0) return { faults: [], passed: [] };
  const found = await (window as unknown as { axe: typeof axe }).axe.run(
    { include },
    {
      runOnly: ["color-contrast"],
      resultTypes: ["violations", "passes"],
      elementRef: true,
      iframes: false,
      preload: false,
      selectors: false,
    },
  );
  const faults = found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html }) => `${id}: ${html}`),
  );
  const passed = found.passes.flatMap(({ nodes }) =>
    nodes.flatMap(({ element }) => (element && looks.get(element)) ?? []),
  );
  return { faults, passed };
}
