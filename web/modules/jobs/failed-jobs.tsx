import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { type FailedJob, failedJobsShown } from "#contract/jobs.ts";
import { DateTime } from "#web/app/format.tsx";
import { Note } from "#web/ui/placeholder.tsx";
import { HiddenIfReadOnly } from "#web/ui/read-only.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { jobList, retryJob, retryJobs } from "./calls.ts";

export function FailedJobs({ failed }: { failed: FailedJob[] }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mb-10">
      <h3 id={id} className="mb-3 text-lg font-bold">
        Failed
      </h3>
      {failed.length === 0 ? (
        <Note title="Nothing has failed">
          <p>A job that fails appears here, with the reason and a button to try it again.</p>
        </Note>
      ) : (
        <ul aria-labelledby={id} className="divide-y divide-base-300 border-y border-base-300">
          {failed.map((job) => (
            <Failed key={job._id} job={job} />
          ))}
        </ul>
      )}
      {failed.length > 1 && (
        <HiddenIfReadOnly>
          <RetryAll failed={failed} />
        </HiddenIfReadOnly>
      )}
      {failed.length === failedJobsShown && (
        <p className="mt-3 text-base-content/80">The newest {failedJobsShown} are shown.</p>
      )}
    </section>
  );
}

function Failed({ job }: { job: FailedJob }) {
  const { title, about, error, attempts, failedAt, nextAttempt } = job;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 py-5">
      <div className="grid grow basis-80 gap-1 wrap-anywhere">
        <p className="font-semibold">{title}</p>
        {about && <p className="text-sm text-base-content/75">{about}</p>}
        <p className="max-w-prose">{error}</p>
        <p className="text-sm text-base-content/75">
          {attempts === 1 ? "1 attempt" : `${attempts} attempts`}, the last{" "}
          <DateTime time={failedAt} />.{" "}
          {nextAttempt ? (
            <>
              Next <DateTime time={nextAttempt} />.
            </>
          ) : (
            "The shop has given up."
          )}
        </p>
      </div>
      <HiddenIfReadOnly>
        <Retry job={job} />
      </HiddenIfReadOnly>
    </li>
  );
}

function RetryAll({ failed }: { failed: FailedJob[] }) {
  const client = useQueryClient();
  const retrying = useMutation({
    mutationFn: () => retryJobs(failed.map(({ _id }) => _id)),
    onSuccess: ({ retried }) =>
      showToast(retried.length === 1 ? "1 job runs again" : `${retried.length} jobs run again`),
    onError: (error) => showToast(error.message, "error"),
    onSettled: () => client.invalidateQueries(jobList()),
  });
  return (
    <button
      type="button"
      className="btn btn-primary mt-4"
      aria-busy={retrying.isPending}
      onClick={() => retrying.isPending || retrying.mutate()}
    >
      Try all {failed.length} again
    </button>
  );
}

function Retry({ job: { _id, title, about } }: { job: FailedJob }) {
  const client = useQueryClient();
  const retrying = useMutation({
    mutationFn: () => retryJob(_id),
    onSuccess: () =>
      showToast("The job runs again", "success", about ? `${title}, ${about}` : title),
    onError: (error) => showToast(error.message, "error"),
    onSettled: () => client.invalidateQueries(jobList()),
  });
  return (
    <button
      type="button"
      className="btn btn-outline"
      aria-label={`Try again: ${title}${about && `, ${about}`}`}
      aria-busy={retrying.isPending}
      onClick={() => retrying.isPending || retrying.mutate()}
    >
      Try again
    </button>
  );
}
