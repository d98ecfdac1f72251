// How long a person waits after a press, as the page itself sees it.
import type { Locator, Page } from "playwright-core";

declare global {
  interface Window {
    /** From the press, or the browser's own way back, until `selector` was painted. */
    watchFor(selector: string): void;
    painted?: number | undefined;
    /** The longest of each interaction, until the next paint: what INP is made of. */
    interactions: Record<number, number>;
  }
}

/** For every page that is opened in it from now on. */
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
        // The frame that shows it: what comes after its callbacks comes after its painting.
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

/** Long enough for everything to be painted. Whoever asks the page meanwhile takes its time. */
const settled = 1_000;

/**
 * Points at something as a person does who then presses it. Not Playwright's own click: it looks with
 * scripts of its own, in the page's time, whether the press will come to what was meant.
 */
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

/** Milliseconds from what `act` does until `selector` was painted. */
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

/** The slowest interaction among what `act` does; those under 16 ms are not told. */
export async function measureSlowestInteraction(
  page: Page,
  act: () => Promise<unknown>,
): Promise<number> {
  await page.evaluate(() => {
    window.interactions = {};
  });
  await act();
  // Told with the next frames.
  await page.waitForTimeout(settled);
  return page.evaluate(() => Math.max(16, ...Object.values(window.interactions)));
}
