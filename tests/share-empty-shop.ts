import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { vi } from "vitest";
import type { NewPart } from "#contract/part-edits.ts";
import type { NewReview } from "#contract/reviews.ts";
import { changeKinds, everyPartTag } from "#contract/tags.ts";
import { aReview } from "#seed/builders.ts";
import { addParts } from "#server/modules/catalog/add-parts.ts";
import { addReviews } from "#server/modules/reviews/store.ts";
import { announceChange } from "./builders/event.ts";
import { addCompany } from "./builders/settings.ts";
import { emptyTables } from "./builders/table.ts";
import { expectWarning } from "./fail-on-warnings.ts";
import { type OpenShop, shareShop } from "./open-shop.ts";

const everything = [
  ...changeKinds,
  everyPartTag,
  "users",
  "user:*",
  "orders",
  "order:*",
  "orders-of:*",
];

type Content = { parts?: NewPart[]; reviews?: Partial<NewReview>[] };

/** One shop for all tests of a file: empty again for each of them, but for the given content. */
export function shareEmptyShop(env: Record<string, string> = {}) {
  const open = shareShop({ env });
  return async ({ parts = [], reviews = [] }: Content = {}): Promise<OpenShop> => {
    const shop = await open();
    const { db } = shop.shop;
    // The check of each minute may see what a test has deleted or inserted.
    expectWarning(/Reconciliation found a difference/);
    await vi.waitFor(() => emptyTables(db), { timeout: 60_000 });
    await addCompany(db);
    await deleteSentLetters(shop);
    if (parts.length > 0) await addParts(db, parts);
    if (reviews.length > 0) await addReviews(db, reviews.map(aReview));
    // Those of before are known then as well.
    await announceChange(shop, everything);
    return shop;
  };
}

async function deleteSentLetters({ shop }: OpenShop): Promise<void> {
  const outbox = join(shop.env.DATA_DIR, "outbox");
  const letters = await readdir(outbox).catch(() => []);
  await Promise.all(letters.map((letter) => rm(join(outbox, letter))));
}

export function numberedReviews(count: number): Partial<NewReview>[] {
  return Array.from({ length: count }, (_, index) => ({
    name: `Writer ${index + 1}`,
    description: `Review ${index + 1} of many`,
  }));
}
