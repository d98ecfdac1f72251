import { queryOptions } from "@tanstack/react-query";
import { jobCalls } from "#contract/jobs.ts";
import { call } from "#web/app/call.ts";

/** Not pushed: counts change with every job. */
const refetchMs = 5_000;

export function jobList() {
  return queryOptions({
    queryKey: ["jobs"],
    queryFn: ({ signal }) => call(jobCalls.list, {}, signal),
    staleTime: 0,
    refetchInterval: refetchMs,
  });
}

export function retryJobs(ids: string[]) {
  return call(jobCalls.retryMany, { body: { ids } });
}

export function retryJob(id: string) {
  return call(jobCalls.retry, { params: { id } });
}
