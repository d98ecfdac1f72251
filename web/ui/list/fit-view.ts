import type { ListColumn } from "./list-column.ts";

type View = { params: Record<string, string>; columns: string[] };

/** What the list still has of a view that an earlier release may have saved. */
export function fitView<Row>(
  kept: View,
  address: Record<string, string>,
  columns: readonly ListColumn<Row>[],
): View & { lost: string[] } {
  const optional = new Set(columns.flatMap(({ name, choice }) => (choice ? name : [])));
  const sorts = new Set(columns.flatMap(({ sort }) => (sort ? [sort, `${sort}-down`] : [])));
  const { sort = "", ...given } = kept.params;
  const hasSort = sort === "" || sorts.has(sort);
  const names = Object.keys(given).filter((name) => given[name] !== "");
  const filters = Object.keys(address).filter((name) => name !== "sort");
  const lost = [
    ...kept.columns.filter((name) => !optional.has(name)).map((name) => `the column “${name}”`),
    ...names.filter((name) => !filters.includes(name)).map((name) => `the filter “${name}”`),
    ...(hasSort ? [] : [`the order “${sort}”`]),
  ];
  return {
    params: {
      ...Object.fromEntries(filters.map((name) => [name, given[name] ?? ""])),
      sort: hasSort ? sort : "",
    },
    columns: kept.columns.filter((name) => optional.has(name)),
    lost,
  };
}
