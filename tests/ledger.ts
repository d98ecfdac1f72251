// The judge of most that may go wrong: after whatever happened, the account of the shop balances.
import { expect } from "vitest";
import type { Difference } from "#contract/ledger.ts";
import { lookAtLedger } from "#server/operations/reconciliation/check-ledger.ts";
import type { Shop } from "#server/shop.ts";

type Checked = Pick<Shop, "dedicated" | "provider" | "stopping">;

/** Without these, something was not compared. */
const mustNotBe = [
  ...["provider-unread", "provider-read-in-part", "provider-too-long"],
  "provider-differs-more",
];

/** All there ever was, compared now; what is still on its way counts as a difference. */
export async function differencesIn(shop: Checked): Promise<Difference[]> {
  const { differences, notes } = await lookAtLedger(shop, { full: true, grace: 0 });
  return [...differences, ...notes.filter(({ kind }) => mustNotBe.includes(kind))];
}

/** At the latest so many milliseconds from now, with no hand needed. */
export async function expectBalanced({ shop }: { shop: Checked }, within = 10_000): Promise<void> {
  await expect.poll(() => differencesIn(shop), { timeout: within, interval: 250 }).toEqual([]);
}
