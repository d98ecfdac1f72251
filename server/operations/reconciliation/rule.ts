import { type SQL, sql } from "drizzle-orm";
import type { Difference } from "#contract/reconciliation.ts";
import { formatCents } from "#contract/rules/money.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { type Scope, uuidArray } from "./scope.ts";

export const maxPerKind = 100;

type Found = { about: string };

/** Of a line `l`: how many parts of the shelf make one of its pieces. A kit has several. */
export const partsPerPiece = sql`coalesce(
  (select sum(c.quantity) from line_components c where c.order_line_id = l.id), 1)`;

export type Rule = (db: Queries, scope: Scope) => Promise<Difference[]>;

type Filters = ReturnType<typeof filtersFor>;

function filtersFor(scope: Scope) {
  const among = (ids: string[]) => (column: string) =>
    scope.full ? sql`true` : sql`${sql.raw(column)} = any(${uuidArray(ids)})`;
  return { order: among(scope.orders), part: among(scope.parts), scope };
}

export function defineRule<Row extends Found>(
  kind: string,
  find: (filters: Filters) => SQL,
  describe: (row: Row) => { kind?: string; says: string; remedy: string },
): Rule {
  return async (db, scope) => {
    const rows = await queryRows<Row>(db, find(filtersFor(scope)));
    const found = rows
      .slice(0, maxPerKind)
      .map((row) => ({ kind, about: row.about, ...describe(row) }));
    return rows.length > maxPerKind ? [...found, andMore(kind)] : found;
  };
}

function andMore(kind: string): Difference {
  return {
    kind,
    about: "",
    says: `There are more like these: only the first ${maxPerKind} are listed.`,
    remedy: "Mend those first, then check everything again.",
  };
}

export function showMoney(cents: number | string): string {
  return `$${formatCents(Number(cents))}`;
}

export function showMinute(time: Date | string): string {
  return `${new Date(time).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
