import { keepPreviousData } from "@tanstack/react-query";
import { reviewReportCalls } from "#contract/review-reports.ts";
import {
  type ReviewEdit,
  type ReviewEntry,
  reviewCalls,
  reviewSorts,
  reviewViews,
} from "#contract/reviews.ts";
import { call, pagedQuery } from "#web/app/call.ts";
import { isDay, startOfDay } from "#web/app/day.ts";
import { filePath } from "#web/app/file-path.ts";

export type ReviewsView = Record<"q" | "sort" | "view" | "part" | "from" | "to", string>;

function toFilters({ q, part, from, to, ...given }: ReviewsView) {
  const sort = reviewSorts.find((each) => each === given.sort);
  const view = reviewViews.find((each) => each === given.view);
  return {
    ...(q && { q }),
    ...(sort && { sort }),
    ...(view && { view }),
    ...(part && { part }),
    ...(isDay(from) && { from: startOfDay(from).toISOString() }),
    ...(isDay(to) && { before: startOfDay(to, 1).toISOString() }),
  };
}

export function reviewPages(view: ReviewsView) {
  const filters = toFilters(view);
  return {
    ...pagedQuery(["reviews", "manage", filters], 50, (query, signal) =>
      call(reviewCalls.all, { query: { ...query, ...filters } }, signal),
    ),
    placeholderData: keepPreviousData,
    // Reviews are public, accounts are not: this list ends with the session.
    meta: { isPrivate: true },
  };
}

export const reviewFilePath = (view: ReviewsView, columns: string[]) =>
  filePath(reviewCalls.file, toFilters(view), columns);

export const listReviews = (view: ReviewsView) => (page: { limit: number; after?: string }) =>
  call(reviewCalls.all, { query: { ...toFilters(view), ...page } });

export const lookAtReviews = (ids: string[]) => call(reviewReportCalls.lookAt, { body: { ids } });

export const editReviews = (ids: string[], hidden: boolean) =>
  call(reviewReportCalls.editMany, { body: { ids, hidden } });

export const editReview = ({ _id: id }: ReviewEntry, edit: ReviewEdit) =>
  call(reviewCalls.edit, { params: { id }, body: edit });
