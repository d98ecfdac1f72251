import type { DemoShop } from "./demo-shop.ts";

export type Step = { at: Date; take(): Promise<unknown> };

/** One after the other, each at its time; those ahead are left to the people who use the demo. */
export async function takeSteps(shop: DemoShop, steps: readonly Step[]): Promise<void> {
  const now = new Date();
  const past = steps.filter(({ at }) => at <= now);
  for (const { at, take } of past.toSorted((one, other) => +one.at - +other.at)) {
    await shop.setTime(at);
    await take();
  }
  await shop.setTime(now);
}
