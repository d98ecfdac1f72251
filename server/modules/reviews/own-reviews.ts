import { desc, eq } from "drizzle-orm";
import type { OwnData } from "#contract/own-data.ts";
import type { PictureFilter } from "#server/platform/config/picture-filter.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import { reviewTags } from "./review-tags.ts";
import { deleteReportsBy, reporterId } from "./settle-reports.ts";
import { reviewReports, reviews, settledReports } from "./tables.ts";

export async function readOwnReviews(
  db: Queries,
  userId: string,
  filterPicture: PictureFilter,
): Promise<OwnData["reviews"]> {
  const rows = await db
    .select()
    .from(reviews)
    .where(eq(reviews.userId, userId))
    .orderBy(desc(reviews.position));
  return rows.map(({ id, img, partId, picture, createdAt, ...row }) => ({
    _id: id,
    name: row.name,
    ratting: row.ratting,
    img: filterPicture(img),
    description: row.description,
    part: partId,
    picture: filterPicture(picture),
    boughtHere: row.boughtHere,
    answer: row.answer,
    writtenAt: createdAt.toISOString(),
  }));
}

export async function readOwnReports(
  db: Queries,
  userId: string,
): Promise<OwnData["reviewReports"]> {
  const reporter = reporterId(userId);
  const open = await db.select().from(reviewReports).where(eq(reviewReports.reporter, reporter));
  const settled = await db
    .select()
    .from(settledReports)
    .where(eq(settledReports.reporter, reporter));
  return [...open, ...settled].map(({ reviewId, reason, note, createdAt }) => ({
    review: reviewId,
    reason,
    note,
    reportedAt: createdAt.toISOString(),
  }));
}

export async function deleteOwnReviews(tx: Queries, userId: string): Promise<void> {
  await deleteReportsBy(tx, userId);
  const deleted = await tx
    .delete(reviews)
    .where(eq(reviews.userId, userId))
    .returning({ id: reviews.id, part: reviews.partId });
  await storeEvents(
    tx,
    deleted.map(({ id, part }) => ({ name: "review.deleted", about: id, tags: reviewTags(part) })),
  );
}
