import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { useNavigate } from "react-router";
import {
  describeJob,
  type FailedJobView,
  failedJobViews,
  type JobKindState,
  maxRetried,
} from "#contract/jobs.ts";
import { formatCount } from "#web/app/format.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { useSavedViews } from "#web/app/saved-views.ts";
import { thingPath } from "#web/app/thing-path.ts";
import { Select } from "#web/ui/choice.tsx";
import { BulkBar, BulkButton } from "#web/ui/list/bulk-bar.tsx";
import { DataList } from "#web/ui/list/data-list.tsx";
import { FilterMenu } from "#web/ui/list/filter-menu.tsx";
import { inBatches } from "#web/ui/list/in-batches.ts";
import { useCollectedSelection } from "#web/ui/list/use-collected-selection.ts";
import { useListView } from "#web/ui/list/use-list-view.ts";
import { Note } from "#web/ui/placeholder.tsx";
import { useReadOnly } from "#web/ui/read-only.tsx";
import { Shelf, showOnShelf } from "#web/ui/shelf.tsx";
import { failedJobs, failedJobsFile, listFailed, retryJob, retryJobs } from "./calls.ts";
import { jobColumns } from "./job-columns.tsx";

const viewNames: Record<FailedJobView, string> = {
  "given-up": "Waiting for you",
  retrying: "Tried again by themselves",
};

export function FailedJobs({ kinds }: { kinds: JobKindState[] }) {
  const id = useId();
  const client = useQueryClient();
  const navigate = useNavigate();
  const isReadOnly = useReadOnly();
  const address = useListView(["q", "sort", "view", "kind"]);
  const { view, change } = address;
  const query = useInfiniteQuery(failedJobs(view));
  const loaded = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const { selection } = useCollectedSelection(loaded, listFailed(view));
  const shown = failedJobViews.find((each) => each === view.view);
  const kind = kinds.find((each) => each.kind === view.kind);
  const refresh = () => client.invalidateQueries({ queryKey: ["jobs"] });

  function open(id: string) {
    const thing = loaded.find(({ _id }) => _id === id)?.thing;
    const path = thing && thingPath(thing);
    if (path) void navigate(path);
    else showOnShelf("This job is about nothing that has a page.");
  }

  function retryOne(job: string) {
    retryJob(job)
      .then(
        () => showOnShelf("The job runs again."),
        (error: Error) => showOnShelf(error.message),
      )
      .finally(refresh);
  }

  async function retrySelected() {
    const ids = [...selection.chosen];
    let retried = 0;
    try {
      await inBatches(ids, maxRetried, async (batch) => {
        retried += (await retryJobs(batch)).retried.length;
      });
      selection.clear();
      const others = ids.length - retried;
      const done = others > 0 ? ` ${formatCount(others)} are done by now, or run already.` : "";
      showOnShelf(
        `${retried === 1 ? "1 job runs" : `${formatCount(retried)} jobs run`} again.${done}`,
      );
    } catch (error) {
      showOnShelf(`${(error as Error).message} ${formatCount(retried)} run again.`);
    }
    await refresh();
  }

  return (
    <section aria-labelledby={id} className="mb-10">
      <h3 id={id} className="mb-3 text-lg font-bold">
        Failed
      </h3>
      <DataList
        name="jobs"
        views={useSavedViews("jobs")}
        label="Failed"
        columns={jobColumns(isReadOnly ? undefined : retryOne)}
        nameOf={(job) => [job.title, describeJob(job)].filter(Boolean).join(", ")}
        query={query}
        address={address}
        search={{ label: "Find a failed job", hint: "What it does, order, part or reason" }}
        unsorted="Last failed first"
        filters={
          <FilterMenu
            chips={{ view: ["Show", shown && viewNames[shown]], kind: ["Job", kind?.title] }}
            clear={(filter) => change({ [filter]: "" })}
          >
            <Select
              label="Show"
              choices={{ "": "All", ...viewNames }}
              value={shown ?? ""}
              onChoose={(next) => change({ view: next })}
            />
            <Select
              label="Job"
              choices={{
                "": "All",
                ...Object.fromEntries(kinds.map((each) => [each.kind, each.title])),
              }}
              value={kind?.kind ?? ""}
              onChoose={(next) => change({ kind: next })}
            />
          </FilterMenu>
        }
        nothing={<Nothing isFiltered={Boolean(view.q || shown || kind)} />}
        failed="The failed jobs could not be fetched"
        more="Show more failed jobs"
        open={open}
        file={(columns) => failedJobsFile(view, columns)}
        {...(!isReadOnly && { selection })}
      />
      <Shelf>
        {selection.count > 0 && (
          <BulkBar
            selection={selection}
            text={`${formatCount(selection.count)} selected`}
            selectAll="Select all that match"
          >
            <BulkButton onClick={retrySelected}>
              Try {formatCount(selection.count)} again
            </BulkButton>
          </BulkBar>
        )}
      </Shelf>
    </section>
  );
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (!isFiltered) {
    return (
      <Note title="Nothing has failed">
        <p>A job that fails appears here, with the reason and a button to try it again.</p>
      </Note>
    );
  }
  return (
    <Note title="No failed job matches">
      <PageLink to={paths.jobs} className="btn btn-secondary">
        Show all that failed
      </PageLink>
    </Note>
  );
}
