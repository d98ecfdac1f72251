import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Difference, LedgerReport } from "#contract/ledger.ts";
import { Note } from "#web/ui/note.tsx";
import { showToast } from "#web/ui/toast.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import { checkEverything, latestCheck } from "./calls.ts";
import { DifferenceList } from "./difference-list.tsx";
import { Verdict } from "./verdict.tsx";

type Props = {
  /** Where an order is seen in full. */
  orderPath: (id: string) => string;
};

export function Ledger({ orderPath }: Props) {
  const { data, error, refetch, dataUpdatedAt } = useQuery(latestCheck());
  if (!data) {
    if (!error) return <Waiting />;
    return (
      <Note title="The ledger could not be fetched" alert>
        <p>{error.message}</p>
        <button type="button" className="btn btn-primary" onClick={() => refetch()}>
          Try again
        </button>
      </Note>
    );
  }
  const { report, lastFull } = data;
  return (
    <>
      <Verdict report={report} lastFull={lastFull} now={dataUpdatedAt}>
        <CheckNow />
      </Verdict>
      {report && <Found report={report} orderPath={orderPath} />}
    </>
  );
}

function CheckNow() {
  const client = useQueryClient();
  const checking = useMutation({
    mutationFn: checkEverything,
    onSuccess: async () => {
      await client.invalidateQueries(latestCheck());
      showToast("Everything was checked");
    },
    onError: (error) => showToast(error.message, "error"),
  });
  return (
    <button
      type="button"
      className="btn btn-primary"
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

function Found({ report, orderPath }: Props & { report: LedgerReport }) {
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
