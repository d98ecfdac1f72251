import { useQuery } from "@tanstack/react-query";
import { InlineLoading, LoadFailed } from "#web/ui/placeholder.tsx";
import { jobKinds } from "./calls.ts";
import { FailedJobs } from "./failed-jobs.tsx";
import { JobKinds } from "./job-kinds.tsx";

export function JobBoard() {
  const { data, error, refetch } = useQuery(jobKinds());
  if (!data) {
    if (!error) return <InlineLoading />;
    return <LoadFailed title="The jobs could not be fetched" error={error} retry={refetch} />;
  }
  return (
    <>
      <FailedJobs kinds={data.kinds} />
      <JobKinds kinds={data.kinds} />
    </>
  );
}
