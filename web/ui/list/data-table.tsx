import { Cell, Row, Table } from "../table.tsx";
import type { ListColumn } from "./list-column.ts";
import { SortHeading, sortDirection } from "./sort-heading.tsx";
import type { Selection } from "./use-selection.ts";

type Item = { _id: string };

type Props<Data extends Item> = {
  label: string;
  columns: readonly ListColumn<Data>[];
  nameOf: (row: Data) => string;
  rows: Data[];
  sorted: string;
  isWide: boolean;
  onSort: (sort: string) => void;
  selection?: Selection;
};

export function DataTable<Data extends Item>(props: Props<Data>) {
  const { label, columns, nameOf, rows, sorted, isWide, onSort, selection } = props;
  const ids = rows.map(({ _id }) => _id);
  const chosenCount = ids.filter((id) => selection?.has(id)).length;
  return (
    <Table
      label={label}
      columns={columns.map(({ name }) => name)}
      figures={columns.flatMap(({ name, isFigure }) => (isFigure ? name : []))}
      low
      sorted={(name) => {
        const sort = columns.find((column) => column.name === name)?.sort;
        return sort ? sortDirection(sort, sorted) : undefined;
      }}
      heading={(name) => {
        const { sort } = columns.find((column) => column.name === name) ?? {};
        const isFirst = columns[0]?.name === name;
        return (
          <span className="inline-flex items-center gap-3 align-middle text-inherit">
            {isFirst && selection && isWide && (
              <input
                type="checkbox"
                className="size-5 shrink-0 accent-base-content"
                aria-label="Select all shown"
                checked={chosenCount > 0 && chosenCount === ids.length}
                ref={(box) => {
                  if (box) box.indeterminate = chosenCount > 0 && chosenCount < ids.length;
                }}
                onChange={({ target }) => selection.chooseThese(ids, target.checked)}
              />
            )}
            {sort && isWide ? (
              <SortHeading name={name} sort={sort} sorted={sorted} onSort={onSort} />
            ) : (
              name
            )}
          </span>
        );
      }}
    >
      {rows.map((row, at) => (
        <Row
          key={row._id}
          id={row._id}
          isChosen={selection?.has(row._id) ?? false}
          className="scroll-mt-20 scroll-mb-32 grid-cols-[minmax(0,1fr)_auto] -outline-offset-3"
        >
          {columns.map(({ name, className, isNamedOnCards, cell }, index) => (
            <Cell
              key={name}
              {...(className && { className })}
              {...(isNamedOnCards && { label: name })}
            >
              {index === 0 && selection ? (
                <span className="inline-flex items-center gap-3 align-middle">
                  <input
                    type="checkbox"
                    className="size-5 shrink-0 accent-base-content"
                    aria-label={`Select ${nameOf(row)}`}
                    checked={selection.has(row._id)}
                    onChange={() => selection.toggle(row._id, ids)}
                  />
                  {cell(row, at + 1)}
                </span>
              ) : (
                cell(row, at + 1)
              )}
            </Cell>
          ))}
        </Row>
      ))}
    </Table>
  );
}
