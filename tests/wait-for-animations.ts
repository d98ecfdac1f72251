import type { Frame, Page } from "playwright-core";

/** Nothing moves or changes its colour but what does so for ever. */
export function waitForAnimations(page: Page | Frame): Promise<void> {
  return page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const ends = ({ effect, playState }: Animation) =>
      playState === "running" && Number.isFinite(effect?.getComputedTiming().endTime);
    // One that ends may begin another: colours go down from parent to child.
    for (let still = 0; still < 3; still++) {
      await frame();
      if (document.getAnimations().some(ends)) still = 0;
    }
  });
}
