// How long a person waits after a click, measured inside the page.
import type { Locator, Page } from "playwright-core";

declare global {
  interface Window {
    /** Measures from the click, or popstate, until `selector` is painted. */
    watchFor(selector: string): void;
    painted?: number | undefined;
    /** The longest duration of each interaction, as in INP. */
    interactions: Record<number, number>;
  }
}

export async function measureInteractions(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let began = 0;
    const begin = (event: Event) => {
      began = event.timeStamp;
    };
    addEventListener("click", begin, { capture: true });
    addEventListener("popstate", begin, { capture: true });

    window.watchFor = (selector) => {
      window.painted = undefined;
      began = 0;
      const look = () => {
        if (began === 0 || !document.querySelector(selector)) return;
        watch.disconnect();
        // A message sent in the frame's callback arrives after its paint.
        requestAnimationFrame(() => {
          const channel = new MessageChannel();
          channel.port1.onmessage = () => {
            window.painted = performance.now() - began;
          };
          channel.port2.postMessage("painted");
        });
      };
      const watch = new MutationObserver(look);
      watch.observe(document, { childList: true, subtree: true, attributes: true });
    };

    window.interactions = {};
    type Timing = PerformanceEventTiming & { interactionId: number };
    new PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries() as Timing[]) {
        const known = window.interactions[interactionId] ?? 0;
        if (interactionId > 0) window.interactions[interactionId] = Math.max(known, duration);
      }
    }).observe({ type: "event", durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  });
}

/** Polling the page meanwhile would take its time. */
const settled = 1_000;

/** Playwright's own click runs scripts in the page, which would be measured too. */
export async function movePointerTo(page: Page, target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error(`There is nothing to point at: ${target}`);
  await page.waitForTimeout(settled / 4);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
}

export async function pressPointer(page: Page): Promise<void> {
  await page.mouse.down();
  await page.mouse.up();
}

export async function measureUntilPaint(
  page: Page,
  selector: string,
  act: () => Promise<unknown>,
): Promise<number> {
  await page.evaluate((wanted) => window.watchFor(wanted), selector);
  await page.waitForTimeout(settled / 4);
  await act();
  await page.waitForTimeout(settled);
  const painted = await page.waitForFunction(() => window.painted);
  return (await painted.jsonValue()) ?? 0;
}

/** Interactions under 16 ms are not reported. */
export async function measureSlowestInteraction(
  page: Page,
  act: () => Promise<unknown>,
): Promise<number> {
  await page.evaluate(() => {
    window.interactions = {};
  });
  await act();
  await page.waitForTimeout(settled);
  return page.evaluate(() => Math.max(16, ...Object.values(window.interactions)));
}
