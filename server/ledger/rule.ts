// A rule that must hold among the tables, as a search for what breaks it.
import type { Difference } from "#contract/ledger.ts";
import { showCents } from "#contract/money.ts";
import type { Sql } from "#server/database/connect.ts";
import { listed, type Scope } from "./scope.ts";

/** So many of a kind tell enough. */
export const mostOfAKind = 100;

/** What PostgreSQL sends; large numbers come as text. */
type Found = { about: string };

export type Rule = (sql: Sql, scope: Scope) => Promise<Difference[]>;

type Within = ReturnType<typeof within>;

/** Only what is in the scope, of the column that names the order or the part. */
function within(sql: Sql, scope: Scope) {
  const among = (ids: string[]) => (column: string) =>
    scope.full ? sql`true` : sql`${sql(column)} = any(${listed(sql, ids)})`;
  return { order: among(scope.orders), part: among(scope.parts), scope };
}

export function rule<Row extends Found>(
  kind: string,
  find: (sql: Sql, within: Within) => PromiseLike<readonly Row[]>,
  /** A kind of its own, where a row shows another than the rule is named for. */
  tell: (row: Row) => { kind?: string; says: string; remedy: string },
): Rule {
  return async (sql, scope) => {
    const rows = await find(sql, within(sql, scope));
    const found = rows
      .slice(0, mostOfAKind)
      .map((row) => ({ kind, about: row.about, ...tell(row) }));
    return rows.length > mostOfAKind ? [...found, andMore(kind)] : found;
  };
}

function andMore(kind: string): Difference {
  return {
    kind,
    about: "",
    says: `There are more like these: only the first ${mostOfAKind} are listed.`,
    remedy: "Mend those first, then check everything again.",
  };
}

export function money(cents: number | string): string {
  return `$${showCents(Number(cents))}`;
}

export function moment(time: Date | string): string {
  return `${new Date(time).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
