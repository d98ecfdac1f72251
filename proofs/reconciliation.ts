// Whether orders, payments, stock and the provider's records agree, as the shop's own check says.
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import type { Difference, ReconciliationReport } from "#contract/reconciliation.ts";
import { adminOf } from "./orders.ts";
import type { Shop } from "./start-shop.ts";

/** Everything that differs now, and what could not be compared or may be under way. */
async function listDifferences(shop: Shop): Promise<Difference[]> {
  const admin = await adminOf(shop);
  for (;;) {
    const { status, body } = await admin.send("POST", "/api/ledger/check");
    if (status !== 409 && status !== 503) {
      expect([status, body]).toEqual([200, expect.anything()]);
      const { differences, notes } = (body as { report: ReconciliationReport }).report;
      return [...differences, ...notes];
    }
    await sleep(100);
  }
}

export async function waitUntilReconciled(
  shop: Shop,
  { withinMs = 60_000, findOthers = async (): Promise<string[]> => [] } = {},
): Promise<{ wrong: string[]; tookMs: number }> {
  const began = performance.now();
  for (;;) {
    const differences = (await listDifferences(shop)).map(({ says }) => says);
    const wrong = [...differences, ...(await findOthers())];
    const tookMs = performance.now() - began;
    if (wrong.length === 0 || tookMs > withinMs) return { wrong, tookMs };
    await sleep(250);
  }
}
