// What codes of vehicle tables mean here. Operators fill them from tables that they have licensed.
import { createHash } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import type { Term } from "#contract/rules/fit.ts";
import type { Cells } from "#server/modules/imports/import-kind.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { writeConditions } from "./condition-text.ts";
import { type FactWithSlugs, readAllFacts } from "./read-all-facts.ts";

export type Code = { source: string; code: string };

const longestCode = 300;

/** Two long texts that differ only at their end are not one code. */
export function shortenCode(text: string): string {
  if (text.length <= longestCode) return text;
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 16);
  return `${text.slice(0, longestCode - hash.length - 1)} ${hash}`;
}

export const codeKey = ({ source, code }: Code) => `${source}|${code}`;

export function readCodeKey(key: string): Code {
  const at = key.indexOf("|");
  return { source: key.slice(0, at), code: key.slice(at + 1) };
}

type Row = Code & {
  make: string;
  model: string;
  year: string;
  terms: Term[] | null;
  position: string;
  type: string;
};

export async function findAliases(
  db: Queries,
  codes: readonly Code[],
): Promise<Map<string, Cells>> {
  if (codes.length === 0) return new Map();
  const given = JSON.stringify(codes.map(({ source, code }) => ({ source, code })));
  const rows = await readAliases(
    db,
    sql`where (a.source, a.code) in (
      select source, code from jsonb_to_recordset(${given}::jsonb) as given (source text, code text))`,
  );
  return new Map(rows.map((cells) => [codeKey(cells as Code), cells]));
}

const aliasesPerPage = 2_000;

export async function listAliases(db: Queries, after: string) {
  const { source, code } = readCodeKey(after || "|");
  const rows = await readAliases(
    db,
    sql`where (a.source, a.code) > (${source}, ${code}) order by a.source, a.code
      limit ${aliasesPerPage}`,
  );
  const last = rows.at(-1);
  return { rows, next: rows.length === aliasesPerPage ? codeKey(last as Code) : undefined };
}

async function readAliases(db: Queries, rest: SQL): Promise<Cells[]> {
  const facts = await readAllFacts(db);
  const rows = await queryRows<Row>(
    db,
    sql`select a.source, a.code, coalesce(k.name, '') as make, coalesce(m.name, '') as model,
      coalesce(v.year::text, '') as year, c.terms, coalesce(o.name, '') as position,
      coalesce(t.slug, '') as type
    from vehicle_aliases a left join vehicles v on v.id = a.vehicle_id
    left join models m on m.id = coalesce(a.model_id, v.model_id)
    left join makes k on k.id = m.make_id
    left join fit_conditions c on c.id = a.condition_id
    left join positions o on o.id = a.position_id
    left join part_types t on t.id = a.part_type_id ${rest}`,
  );
  return rows.map((row) => toCells(row, facts));
}

const toCells = ({ terms, ...row }: Row, facts: readonly FactWithSlugs[]): Cells => ({
  ...row,
  conditions: writeConditions(terms ?? [], facts),
});
