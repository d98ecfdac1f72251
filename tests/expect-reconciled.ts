// The judge of most that may go wrong: after whatever happened, the account of the shop balances.
import { expect } from "vitest";
import type { Difference } from "#contract/reconciliation.ts";
import type { PaymentsContext } from "#server/modules/payments/context.ts";
import { findDifferences } from "#server/operations/reconciliation/reconcile.ts";

type Checked = Pick<PaymentsContext, "dedicated" | "provider" | "stopping">;

/** Without these, something was not compared. */
const mustNotBe = [
  ...["provider-unread", "provider-read-in-part", "provider-too-long"],
  "provider-differs-more",
];

/** All there ever was, compared now; what is still on its way counts as a difference. */
export async function listDifferences(shop: Checked): Promise<Difference[]> {
  const { differences, notes } = await findDifferences(shop, { full: true, graceSeconds: 0 });
  return [...differences, ...notes.filter(({ kind }) => mustNotBe.includes(kind))];
}

/** At the latest so many milliseconds from now, with no hand needed. */
export async function expectReconciled(
  { shop }: { shop: Checked },
  within = 10_000,
): Promise<void> {
  await expect.poll(() => listDifferences(shop), { timeout: within, interval: 250 }).toEqual([]);
}
