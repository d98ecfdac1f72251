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
import { filePath } from "#web/app/file-path.ts";

type View = Record<"q" | "sort" | "view", string>;

function toFilters({ q, ...given }: View) {
  const sort = reviewSorts.find((each) => each === given.sort);
  const view = reviewViews.find((each) => each === given.view);
  return { ...(q && { q }), ...(sort && { sort }), ...(view && { view }) };
}

export function reviewPages(view: View) {
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

export const reviewFilePath = (view: View, columns: string[]) =>
  filePath(reviewCalls.file.path, toFilters(view), columns);

export const listReviews = (view: View) => (page: { limit: number; after?: string }) =>
  call(reviewCalls.all, { query: { ...toFilters(view), ...page } });

export const lookAtReviews = (ids: string[]) => call(reviewReportCalls.lookAt, { body: { ids } });

export const editReviews = (ids: string[], hidden: boolean) =>
  call(reviewReportCalls.editMany, { body: { ids, hidden } });

export const editReview = ({ _id: id }: ReviewEntry, edit: ReviewEdit) =>
  call(reviewCalls.edit, { params: { id }, body: edit });
