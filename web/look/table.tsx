import type { ReactNode } from "react";

type TableProps = {
  label: string;
  columns: readonly string[];
  /** The rows. */
  children: ReactNode;
};

// On a phone each row is a block of its own, in which the cells find their places. Browsers forget
// that such a table is one, so each part says what it is.
/* biome-ignore-start lint/a11y/noRedundantRoles: see above */
/* biome-ignore-start lint/a11y/useSemanticElements: see above */

export function Table({ label, columns, children }: TableProps) {
  return (
    <table
      role="table"
      aria-label={label}
      className="block border border-base-300 bg-base-100 md:[display:table] md:w-full"
    >
      <thead role="rowgroup" className="sr-only md:not-sr-only md:table-header-group">
        <tr role="row" className="bg-base-200 text-left text-sm">
          {columns.map((column) => (
            <th key={column} role="columnheader" scope="col" className="px-4 py-3 font-semibold">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="block divide-y divide-base-300 md:table-row-group">
        {children}
      </tbody>
    </table>
  );
}

type PartProps = { children: ReactNode; className?: string };

/** Its class says in which columns the cells stand on a phone. */
export function Row({ children, className = "" }: PartProps) {
  return (
    <tr role="row" className={`grid items-center gap-x-3 gap-y-2 p-4 md:table-row ${className}`}>
      {children}
    </tr>
  );
}

export function Cell({ children, className = "" }: PartProps) {
  return (
    <td role="cell" className={`block md:table-cell md:px-4 md:py-2.5 ${className}`}>
      {children}
    </td>
  );
}

/* biome-ignore-end lint/a11y/useSemanticElements: see above */
/* biome-ignore-end lint/a11y/noRedundantRoles: see above */
