import { createContext, type ReactNode, use } from "react";

type TableProps = {
  label: string;
  columns: readonly string[];
  figures?: readonly string[];
  dense?: boolean;
  low?: boolean;
  wide?: boolean;
  heading?: (column: string) => ReactNode;
  sorted?: (column: string) => "ascending" | "descending" | "none" | undefined;
  children: ReactNode;
};

const fromMedium = {
  table: "md:[display:table] md:w-full",
  head: "md:not-sr-only md:table-header-group",
  body: "md:table-row-group",
  row: "md:table-row",
  label: "md:hidden",
};
const variants = {
  usual: { ...fromMedium, th: "px-4", cell: "md:table-cell md:px-4 md:py-2.5" },
  dense: { ...fromMedium, th: "px-2 xl:px-3", cell: "md:table-cell md:px-2 md:py-2.5 xl:px-3" },
  low: { ...fromMedium, th: "px-2 xl:px-3", cell: "md:table-cell md:px-2 md:py-0.5 xl:px-3" },
  wide: {
    table: "lg:[display:table] lg:w-full",
    head: "lg:not-sr-only lg:table-header-group",
    body: "lg:table-row-group",
    row: "lg:table-row",
    label: "lg:hidden",
    th: "px-2",
    cell: "lg:table-cell lg:px-2 lg:py-2.5",
  },
};
const Variant = createContext<keyof typeof variants>("usual");

// On narrow screens each row is a block. Browsers then drop table semantics, so each part states
// its role.
/* biome-ignore-start lint/a11y/noRedundantRoles: see above */
/* biome-ignore-start lint/a11y/useSemanticElements: see above */

export function Table(props: TableProps) {
  const {
    label,
    columns,
    figures = [],
    dense = false,
    low = false,
    wide = false,
    children,
  } = props;
  const { heading, sorted } = props;
  const kind = wide ? "wide" : low ? "low" : dense ? "dense" : "usual";
  const look = variants[kind];
  return (
    <table
      role="table"
      aria-label={label}
      className={`block border border-base-300 bg-base-100 ${look.table}`}
    >
      <thead role="rowgroup" className={`sr-only ${look.head}`}>
        <tr role="row" className="bg-base-200 text-left text-sm">
          {columns.map((column) => (
            <th
              key={column}
              role="columnheader"
              scope="col"
              aria-sort={sorted?.(column)}
              className={`${look.th} ${figures.includes(column) ? "text-end" : ""} py-3 font-semibold`}
            >
              {heading ? heading(column) : column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className={`block divide-y divide-base-300 ${look.body}`}>
        <Variant value={kind}>{children}</Variant>
      </tbody>
    </table>
  );
}

type PartProps = { children: ReactNode; className?: string };

type RowProps = PartProps & {
  id?: string;
  isChosen?: boolean;
};

export function Row({ children, className = "", id, isChosen = false }: RowProps) {
  const { row } = variants[use(Variant)];
  return (
    <tr
      role="row"
      data-row={id}
      tabIndex={id === undefined ? undefined : -1}
      className={`grid items-center gap-x-3 gap-y-2 p-4 ${isChosen ? "bg-base-200" : ""} ${row} ${className}`}
    >
      {children}
    </tr>
  );
}

type CellProps = PartProps & {
  label?: string;
};

export function Cell({ children, className = "", label }: CellProps) {
  const look = variants[use(Variant)];
  return (
    <td role="cell" className={`block ${look.cell} ${className}`}>
      {label && (
        <>
          <span className={`me-2 text-sm text-base-content/75 ${look.label}`}>{label}</span>
          <wbr className={look.label} />
        </>
      )}
      {children}
    </td>
  );
}

/* biome-ignore-end lint/a11y/useSemanticElements: see above */
/* biome-ignore-end lint/a11y/noRedundantRoles: see above */

export function DeleteButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      className="btn btn-quiet btn-sm h-10"
      aria-label={label}
      onClick={onClick}
    >
      Delete
    </button>
  );
}
