// An order's transaction does not notify; the process that took it tells the others a moment later.
// It may be killed before, or have given up waiting, or its news may get lost on the way.

import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { aPart } from "#seed/builders.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { type OpenShop, openShop } from "#tests/open-shop.ts";

const patience = { timeout: 10_000 };

async function openWithOnePart(): Promise<OpenShop> {
  const shop = await openShop({ parts: [aPart({ availablQuantity: 900 })] });
  expect(await shownIn(shop)).toBe(900);
  return shop;
}

const shownIn = async (shop: OpenShop) =>
  (await (await shop.request("/api/parts")).json())[0].availablQuantity;

/** As an order takes it, and nobody says so. */
async function takeUntold({ shop }: OpenShop, quantity: number): Promise<void> {
  await inTransaction(shop.db, async (tx) => {
    await tx.execute(sql`select set_config('shop.tells', 'later', true)`);
    await tx.execute(sql`update parts set availabl_quantity = availabl_quantity - ${quantity}`);
  });
}

/** So often it was looked whether anything moved. */
async function looks({ shop }: OpenShop, times: number): Promise<void> {
  const seen = new Set<string>();
  const last = async () => {
    const rows = await queryRows<{ at: string }>(
      shop.db,
      sql`select query_start::text as at from pg_stat_activity
      where datname = current_database() and application_name = 'shop-changes'`,
    );
    for (const { at } of rows) seen.add(at);
    return seen.size;
  };
  const before = await last();
  await expect.poll(last, patience).toBeGreaterThanOrEqual(before + times);
}

describe("stock that moved without a word", () => {
  it("shows in lists all the same", async () => {
    const shop = await openWithOnePart();
    await takeUntold(shop, 5);
    await expect.poll(() => shownIn(shop), patience).toBe(895);
    await takeUntold(shop, 6);
    await expect.poll(() => shownIn(shop), patience).toBe(889);
  });

  it("shows also when it moved before the process came", async () => {
    const shop = await openWithOnePart();
    await takeUntold(shop, 5);
    const late = await openShop({ databaseUrl: shop.databaseUrl });
    expect(await shownIn(late)).toBe(895);
    await takeUntold(shop, 6);
    await expect.poll(() => shownIn(late), patience).toBe(889);
  });

  it("is looked for once: where it was told, nobody is told again", async () => {
    const shop = await openWithOnePart();
    await takeUntold(shop, 5);
    shop.shop.publishSoon(["parts"]);
    await expect.poll(() => shownIn(shop), patience).toBe(895);
    let told = 0;
    shop.shop.changes.onChange((topics) => {
      if (topics.includes("parts")) told++;
    });
    await looks(shop, 4);
    expect(told).toBe(0);
  });
});
