// Who wrote a review is known from the session alone, and so is the picture beside it. The name is
// what the writer wants to be called: the name of an account was chosen just as freely, so to put it
// in its place would prove nothing. Whoever signs as somebody else is found by the account.
import { hasVisibleText } from "#contract/fields.ts";
import type { Person } from "#contract/identity.ts";
import { type Refusal, refuse } from "#contract/refusals.ts";
import type { NewReview } from "#contract/reviews.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { deriveId } from "#server/platform/database/new-id.ts";
import { consumeLimit } from "#server/platform/rate-limits/consume-limit.ts";
import { addReview, hasReview } from "./store.ts";

const mostADay = 20;
const tooMany = refuse(
  "too-many",
  `You have added ${mostADay} reviews within a day, and that is the most. Please come back tomorrow.`,
  undefined,
  24 * 3_600,
);

/** Never the e-mail: everybody reads it. */
const nameless = "A customer";

/** Answers the id of the review: the earlier one, where this person has said just this before. */
export async function writeReview(
  db: Queries,
  { _id: userId, name: ownName, img }: Person,
  { name: written, ratting, description }: NewReview,
): Promise<string | Refusal<"too-many">> {
  const name = [written, ownName].find(hasVisibleText) ?? nameless;
  // An answer may be lost and the review sent again: it must not stand there twice.
  const id = deriveId("review", userId, name, ratting, description);
  if (await hasReview(db, id)) return id;
  const limit = { key: `reviews of ${userId}`, most: mostADay, seconds: 24 * 3_600 };
  if (!(await consumeLimit(db, limit))) return tooMany;
  await addReview(db, { id, userId, name, ratting, img, description });
  return id;
}
