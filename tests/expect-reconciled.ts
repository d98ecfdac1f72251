// Whatever happened, orders, payments, refunds and stock agree in the end.
import { expect } from "vitest";
import type { Difference } from "#contract/reconciliation.ts";
import type { Context } from "#server/context.ts";
import { findDifferences } from "#server/operations/reconciliation/reconcile.ts";

type Checked = Pick<Context, "dedicated" | "provider" | "stopping">;

/** Notes that say that something was not compared. */
const mustNotBe = [
  "provider-unread",
  "provider-read-in-part",
  "provider-too-long",
  "provider-differs-more",
];

/** Compares everything now; unfinished work counts as a difference. */
export async function listDifferences(shop: Checked): Promise<Difference[]> {
  const { differences, notes } = await findDifferences(shop, { full: true, graceSeconds: 0 });
  return [...differences, ...notes.filter(({ kind }) => mustNotBe.includes(kind))];
}

export async function expectReconciled(
  { shop }: { shop: Checked },
  within = 10_000,
): Promise<void> {
  await expect.poll(() => listDifferences(shop), { timeout: within, interval: 250 }).toEqual([]);
}
