import { newKey } from "#web/ui/row-list.tsx";

/** Each row of each list with a key, so that what is typed stays with it. */
export type Keyed<Value> = Value extends readonly (infer Row)[]
  ? [Row] extends [object]
    ? (Keyed<Row> & { key: number })[]
    : Row[]
  : Value extends object
    ? { [Name in keyof Value]: Keyed<Value[Name]> }
    : Value;

export const addKeys = <Value>(value: Value) =>
  mapRows(value, (row) => ({ ...row, key: newKey() })) as Keyed<Value>;

export const dropKeys = <Value>(value: Keyed<Value>) =>
  mapRows(value, ({ key: _, ...row }) => row) as Value;

type Row = Record<string, unknown>;

function mapRows(value: unknown, change: (row: Row) => Row): unknown {
  if (Array.isArray(value)) {
    return value.map((each) => {
      const mapped = mapRows(each, change);
      return typeof mapped === "object" && mapped !== null ? change(mapped as Row) : mapped;
    });
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, mapRows(each, change)]),
  );
}
