import { type NewReview, reviewCalls } from "#contract/reviews.ts";
import { call } from "#web/app/call.ts";

/** Longer than this nobody waits; to send it again is safe. */
const patience = 20_000;

export async function addReview(review: NewReview): Promise<void> {
  const signal = AbortSignal.timeout(patience);
  await call(reviewCalls.add, { body: review }, signal).catch((error) => {
    throw signal.aborted ? new Error("The shop did not answer in time.") : error;
  });
}
