// The name is free: an admin sees the account of each review.
import { sql } from "drizzle-orm";
import { hasVisibleText } from "#contract/fields.ts";
import type { Person } from "#contract/identity.ts";
import { type Refusal, refuse } from "#contract/refusals.ts";
import type { NewReview } from "#contract/reviews.ts";
import type { Context } from "#server/context.ts";
import { hasBought } from "#server/modules/orders/has-bought.ts";
import type { ReadSettings } from "#server/modules/settings/keep-settings.ts";
import { deriveId } from "#server/platform/database/new-id.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import { consumeLimit } from "#server/platform/rate-limits/consume-limit.ts";
import { addReview, hasReview } from "./store.ts";

const maxPerDay = 20;
export const tooMany = refuse(
  "too-many",
  `You have added ${maxPerDay} reviews within a day. Please come back tomorrow.`,
  undefined,
  24 * 3_600,
);

/** Never with the e-mail: reviews are public. */
export const signReview = (written: string, ownName: string): string =>
  [written, ownName].find(hasVisibleText) ?? "A customer";

export const dailyLimit = (userId: string) => ({
  key: `reviews of ${userId}`,
  most: maxPerDay,
  seconds: 24 * 3_600,
});

export async function writeReview(
  { db, settings }: Context,
  { _id: userId, name: ownName, img }: Person,
  { name: written, ratting, description }: NewReview,
): Promise<{ insertedId: string; waiting?: true } | Refusal<"too-many">> {
  const name = signReview(written, ownName);
  // A retry after a lost response must not add the review twice.
  const id = deriveId("review", userId, name, ratting, description);
  if (await hasReview(db, id)) return { insertedId: id };
  if (!(await consumeLimit(db, dailyLimit(userId)))) return tooMany;
  const first = await lookFirst(settings);
  const boughtHere = await hasBought(db, userId);
  await inTransaction(db, async (tx) => {
    await addReview(tx, { id, userId, name, ratting, img, description, boughtHere, ...first });
    await storeEvents(tx, [{ name: "review.added", about: id, tags: ["reviews"] }]);
  });
  return { insertedId: id, ...(first.waiting && { waiting: true as const }) };
}

export async function lookFirst(settings: ReadSettings) {
  const { lookFirst } = (await settings()).reviews;
  return lookFirst
    ? { waiting: true, hiddenAt: sql`shop_now()` }
    : { waiting: false, hiddenAt: null };
}
