import { and, eq, isNull } from "drizzle-orm";
import { refuse } from "#contract/refusals.ts";
import type { reviewReportCalls } from "#contract/review-reports.ts";
import { reviewReportsTag } from "#contract/tags.ts";
import type { Context } from "#server/context.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import type { Caller } from "#server/platform/http/caller.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import { addressPrefix } from "#server/platform/rate-limits/address-prefix.ts";
import { consumeCallerLimit } from "#server/platform/rate-limits/consume-limit.ts";
import { noSuchReview } from "./remove-review.ts";
import { reporterId } from "./settle-reports.ts";
import { reviewReports, reviews } from "./tables.ts";

const most = 20;
const limit = { action: "reports of reviews", most, seconds: 24 * 3_600 };
/** Of one review, until an admin has looked at it: many reports from many addresses tell no more. */
const mostKept = 50;
const tooMany = refuse(
  "too-many",
  `You have reported ${most} reviews within a day. Please come back tomorrow.`,
  undefined,
  24 * 3_600,
);

export function reportReview({ db }: Context): Handler<typeof reviewReportCalls.report> {
  return async ({ params: { id }, body }, caller) => {
    if (!(await consumeCallerLimit(db, limit, caller))) return tooMany;
    const who = reporterOf(caller);
    return inTransaction(db, async (tx) => {
      const [review] = await tx
        .select({ id: reviews.id })
        .from(reviews)
        .where(and(eq(reviews.id, id), isNull(reviews.hiddenAt)))
        .for("share");
      if (!review) return noSuchReview;
      const kept = await tx.$count(reviewReports, eq(reviewReports.reviewId, id));
      if (kept >= mostKept) return { reported: true as const };
      const report = { id: newId(), reviewId: id, reporter: who, ...body };
      const added = await tx
        .insert(reviewReports)
        .values(report)
        .onConflictDoNothing()
        .returning({ id: reviewReports.id });
      if (added.length > 0) {
        await storeEvents(tx, [{ name: "review.reported", about: id, tags: [reviewReportsTag] }]);
      }
      return { reported: true as const };
    });
  };
}

export const reporterOf = ({ person, address }: Pick<Caller, "person" | "address">) =>
  reporterId(person?._id ?? addressPrefix(address));
