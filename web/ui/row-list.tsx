import { Plus, Trash2 } from "lucide-react";
import type { ReactNode } from "react";

/** Rows of a record have their place as key, which is always lower. */
let lastKey = 1_000;

export const newKey = () => ++lastKey;

type Props<Row> = {
  itemName: string;
  rows: Row[];
  emptyRow: Omit<Row, "key">;
  max: number;
  onChange: (rows: Row[]) => void;
  children: (row: Row, at: number, change: (values: Partial<Row>) => void) => ReactNode;
};

export function RowList<Row extends { key: number }>(props: Props<Row>) {
  const { itemName, rows, emptyRow, max, onChange, children } = props;
  const replace = (at: number, values: Partial<Row>) =>
    onChange(rows.map((row, index) => (index === at ? { ...row, ...values } : row)));
  return (
    <>
      {rows.length > 0 && (
        <ol className="grid gap-3">
          {rows.map((row, at) => (
            <li
              key={row.key}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3 border border-base-300 p-3 sm:p-4"
            >
              {children(row, at, (values) => replace(at, values))}
              <button
                type="button"
                className="btn btn-ghost btn-square mt-5"
                aria-label={`Remove ${itemName} ${at + 1}`}
                onClick={() => onChange(rows.filter((each) => each !== row))}
              >
                <Trash2 className="size-5" aria-hidden="true" />
              </button>
            </li>
          ))}
        </ol>
      )}
      {rows.length < max && (
        <button
          type="button"
          className="btn btn-outline justify-self-start"
          onClick={() => onChange([...rows, { ...emptyRow, key: newKey() } as Row])}
        >
          <Plus className="size-4" aria-hidden="true" />
          Add {/^[aeiou]/.test(itemName) ? "an" : "a"} {itemName}
        </button>
      )}
    </>
  );
}
