import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { failedJobSorts, failedJobViews, jobCalls } from "#contract/jobs.ts";
import { call, pagedQuery } from "#web/app/call.ts";
import { filePath } from "#web/app/file-path.ts";

/** Not pushed: counts change with every job. */
const refetchMs = 5_000;

export function jobKinds() {
  return queryOptions({
    queryKey: ["jobs", "kinds"],
    queryFn: ({ signal }) => call(jobCalls.list, {}, signal),
    staleTime: 0,
    refetchInterval: refetchMs,
  });
}

export type JobView = Record<"q" | "sort" | "view" | "kind", string>;

function toFilters({ q, kind, ...given }: JobView) {
  const sort = failedJobSorts.find((each) => each === given.sort);
  const view = failedJobViews.find((each) => each === given.view);
  return { ...(q && { q }), ...(kind && { kind }), ...(sort && { sort }), ...(view && { view }) };
}

export function failedJobs(view: JobView) {
  const filters = toFilters(view);
  return {
    ...pagedQuery(["jobs", "failed", filters], 50, (page, signal) =>
      call(jobCalls.failed, { query: { ...page, ...filters } }, signal),
    ),
    placeholderData: keepPreviousData,
    refetchInterval: refetchMs,
  };
}

export const listFailed = (view: JobView) => (page: { limit: number; after?: string }) =>
  call(jobCalls.failed, { query: { ...toFilters(view), ...page } });

export const failedJobsFile = (view: JobView, columns: string[]) =>
  filePath(jobCalls.file, toFilters(view), columns);

export const retryJobs = (ids: string[]) => call(jobCalls.retryMany, { body: { ids } });

export const retryJob = (id: string) => call(jobCalls.retry, { params: { id } });
