import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Difference, ReconciliationReport } from "#contract/reconciliation.ts";
import { InlineLoading, LoadFailed } from "#web/ui/placeholder.tsx";
import { HiddenIfReadOnly } from "#web/ui/read-only.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { latestCheck, runFullCheck } from "./calls.ts";
import { CheckSummary } from "./check-summary.tsx";
import { DifferenceList } from "./difference-list.tsx";

type Props = {
  orderPath: (id: string) => string;
};

export function Reconciliation({ orderPath }: Props) {
  const { data, error, refetch, dataUpdatedAt } = useQuery(latestCheck());
  if (!data) {
    if (!error) return <InlineLoading />;
    return (
      <LoadFailed title="The reconciliation could not be fetched" error={error} retry={refetch} />
    );
  }
  const { report, lastFull } = data;
  return (
    <>
      <CheckSummary report={report} lastFull={lastFull} now={dataUpdatedAt}>
        <HiddenIfReadOnly>
          <CheckNow />
        </HiddenIfReadOnly>
      </CheckSummary>
      {report && <Found report={report} orderPath={orderPath} />}
    </>
  );
}

function CheckNow() {
  const client = useQueryClient();
  const checking = useMutation({
    mutationFn: runFullCheck,
    onSuccess: async () => {
      await client.invalidateQueries(latestCheck());
      showToast("Everything was checked");
    },
    onError: (error) => showToast(error.message, "error"),
  });
  return (
    <button
      type="button"
      className="btn btn-secondary"
      aria-busy={checking.isPending}
      onClick={() => checking.isPending || checking.mutate()}
    >
      {checking.isPending && (
        <span className="loading loading-spinner loading-sm" aria-hidden="true" />
      )}
      Check everything now
    </button>
  );
}

function Found({ report, orderPath }: Props & { report: ReconciliationReport }) {
  const lists: [string, Difference[]][] = [
    ["What differs", report.differences],
    ["Worth knowing", report.notes],
  ];
  return lists
    .filter(([, found]) => found.length > 0)
    .map(([title, found]) => (
      <DifferenceList key={title} title={title} found={found} orderPath={orderPath} />
    ));
}
