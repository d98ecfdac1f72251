import { eq, inArray } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { deriveId } from "#server/platform/database/new-id.ts";
import { reviewReports } from "./tables.ts";

/** They have been looked at. */
export async function settleReports(tx: Queries, reviewIds: readonly string[]): Promise<void> {
  await tx.delete(reviewReports).where(inArray(reviewReports.reviewId, [...reviewIds]));
}

export async function deleteReportsBy(tx: Queries, userId: string): Promise<void> {
  await tx.delete(reviewReports).where(eq(reviewReports.reporter, deriveId("reporter", userId)));
}
