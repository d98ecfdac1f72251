import { and, eq, isNull } from "drizzle-orm";
import { letterJob } from "#server/modules/letters/queue-letter.ts";
import { jobs } from "#server/platform/jobs/tables.ts";
import type { DemoShop } from "./demo-shop.ts";

export type Step = { at: Date; take(): Promise<unknown> };

/**
 * One after the other, each at its time; those ahead are left to the people who use the demo. Nobody
 * gets an e-mail about the past.
 */
export async function takeSteps(shop: DemoShop, steps: readonly Step[]): Promise<void> {
  const now = new Date();
  const past = steps.filter(({ at }) => at <= now);
  for (const { at, take } of past.toSorted((one, other) => +one.at - +other.at)) {
    await shop.setTime(at);
    await take();
    const queued = and(eq(jobs.kind, letterJob.kind), isNull(jobs.failedAt));
    await shop.db.delete(jobs).where(queued);
  }
  await shop.setTime(now);
}
