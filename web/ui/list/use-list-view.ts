import { useNavigate, useSearchParams } from "react-router";

const columnsName = "columns";

export type ListView<Name extends string> = {
  view: Record<Name, string>;
  /** Names of columns that are other than at first; undefined where the address does not say. */
  columns: string[] | undefined;
  change: (
    values: Partial<Record<Name, string>> & { columns?: string[] },
    options?: { replace?: boolean },
  ) => void;
};

export function useListView<Name extends string>(names: readonly Name[]): ListView<Name> {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const read = names.map((name) => [name, params.get(name)?.trim().slice(0, 100) ?? ""] as const);
  const view = Object.fromEntries(read) as Record<Name, string>;
  const inAddress = params.get(columnsName)?.slice(0, 400);
  return {
    view,
    columns: inAddress?.split(",").filter((name) => name !== ""),
    change({ columns, ...values }, { replace = false } = {}) {
      const next = new URLSearchParams();
      for (const [name, value] of Object.entries<string>({ ...view, ...values })) {
        if (value) next.set(name, value);
      }
      const chosen = columns?.join() ?? inAddress;
      if (chosen) next.set(columnsName, chosen);
      const search = next.size > 0 ? `?${next}` : "";
      // flushSync: without it a controlled field shows the old choice for a moment.
      void navigate({ search }, { replace, preventScrollReset: true, flushSync: true });
    },
  };
}
