import { sql } from "drizzle-orm";
import type { LineVerdict, numberCalls } from "#contract/number-lookup.ts";
import type { Term } from "#contract/rules/fit.ts";
import { normalizePartNumber } from "#contract/rules/part-number.ts";
import { type PastedLine, readPastedLine } from "#contract/rules/pasted-lines.ts";
import type { ListedPart } from "#contract/search.ts";
import type { Context } from "#server/context.ts";
import { describeTerms } from "#server/modules/fitment/condition-texts.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryPrepared } from "#server/platform/database/query-rows.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import type { Dictionary, ReadDictionary } from "./dictionary.ts";
import { describeTypo, exactForms, typoForms } from "./find-numbers.ts";
import { type ListedRow, listedColumns, toListedPart } from "./listed-part.ts";

type Row = ListedRow & {
  form: string;
  kind: "own" | "old" | "gtin" | "oe" | "competitor";
  written: string;
  brand: string | null;
  pieces: number;
  packOf: number;
  /** Units of the part for one of the part whose number it is; none if that is the part itself. */
  successorOf: string | null;
  /** Of the chain to it: its choices, whether a step replaces several parts at once, its conditions. */
  way: string;
  merges: boolean;
  terms: Term[];
  units: number;
};
type Hit = Omit<Row, keyof ListedRow> & { part: ListedPart; only: string };

export function lookUpNumbers(
  { read }: Context,
  readDictionary: ReadDictionary,
): Handler<typeof numberCalls.lookUp> {
  return ({ body }) => read(async (db) => lookUpLines(db, body.lines, await readDictionary(db)));
}

async function lookUpLines(
  db: Queries,
  given: readonly string[],
  dictionary: Dictionary,
): Promise<LineVerdict[]> {
  const lines = given.map(readPastedLine);
  const exact = await findHits(
    db,
    [...new Set(lines.flatMap(({ number }) => exactForms(number)))],
    dictionary,
  );
  const byForm = Map.groupBy(exact, ({ form }) => form);
  const hitsOf = ({ number }: PastedLine) =>
    exactForms(number).flatMap((form) => byForm.get(form) ?? []);
  const missing = lines.filter((line) => hitsOf(line).length === 0);
  const formsOf = new Map(missing.map((line) => [line, typoForms(line.number)]));
  const forms = [...formsOf.values()].flat();
  const similar = Map.groupBy(await findHits(db, forms, dictionary), ({ form }) => form);
  return lines.map((line) => {
    const mistyped = formsOf.get(line);
    return mistyped
      ? propose(
          line,
          mistyped.flatMap((form) => similar.get(form) ?? []),
        )
      : judge(line, hitsOf(line));
  });
}

const maxParts = 6;

function judge(line: PastedLine, hits: readonly Hit[]): LineVerdict {
  const living = hits.filter(({ kind }) => kind === "own" || kind === "gtin");
  const best = living.length > 0 ? living : hits;
  const isExact = best.every((hit) => isOwn(hit) && !hit.successorOf);
  const alike = Map.groupBy(best, ({ kind, brand, successorOf }) =>
    [kind, brand, successorOf].join(),
  );
  const why = [...new Set([...alike.values()].map(describeHits))].join(". ");
  const verdict = isExact ? "exact" : "replacement";
  return { ...line, verdict, why, parts: toParts(line, best) };
}

const isOwn = ({ kind }: Hit) => kind === "own" || kind === "old" || kind === "gtin";

function describeHits(hits: readonly Hit[]): string {
  const [hit] = hits;
  if (!hit) return "";
  const { kind, written, brand, successorOf } = hit;
  const numbers = [...new Set(hits.map(({ part }) => part.number))];
  if (successorOf) return describeSuccessors(hits);
  if (kind === "old") return `Our earlier number, now ${numbers.join(" and ")}`;
  if (kind !== "oe" && kind !== "competitor") return "Found";
  const whose =
    kind === "oe" ? `${brand} original number ${written}` : `Number ${written} of ${brand}`;
  return `${whose}: ${numbers.join(" or ")} ${numbers.length > 1 ? "replace" : "replaces"} it`;
}

function describeSuccessors(hits: readonly Hit[]): string {
  const ways = [...Map.groupBy(hits, ({ way }) => way).values()].map((together) => {
    const numbers = [...new Set(together.map(({ part }) => part.number))].join(" and ");
    const only = together.find((hit) => hit.only !== "")?.only;
    const once = together.some(({ merges }) => merges) ? ", once for the parts it replaces" : "";
    return `${numbers}${once}${only ? ` (only for cars: ${only})` : ""}`;
  });
  return `${hits[0]?.successorOf} is replaced by ${ways.join(", or by ")}`;
}

function propose(line: PastedLine, hits: readonly Hit[]): LineVerdict {
  const [first] = hits;
  if (!first) {
    const isNumber = normalizePartNumber(line.number).length >= 2;
    const why = isNumber ? "We know no such number" : "This is no part number";
    return { ...line, verdict: "nothing", why, parts: [] };
  }
  const why = `Perhaps ${first.written}: ${describeTypo(line.number, first.form)}`;
  return { ...line, verdict: "proposal", why, parts: toParts(line, hits) };
}

function toParts({ quantity }: PastedLine, hits: readonly Hit[]): LineVerdict["parts"] {
  const byId = new Map(hits.map((hit) => [hit.part._id, hit]).reverse() as [string, Hit][]);
  const inOrder = [...byId.values()].reverse().slice(0, maxParts);
  return inOrder.map((hit) => ({
    part: hit.part,
    terms: hit.terms,
    quantity: Math.ceil(quantity * hit.units * (isOwn(hit) ? 1 : hit.pieces / hit.packOf)),
  }));
}

/** What is no longer sold stands for the parts that replace it, along the chain. */
async function findHits(
  db: Queries,
  forms: readonly string[],
  dictionary: Dictionary,
): Promise<Hit[]> {
  if (forms.length === 0) return [];
  const rows = await queryPrepared<Row>(
    db,
    sql`
    with recursive found as materialized (
      select n.norm as form, n.kind, n.written, n.brand_id, n.pieces::float8 as pieces, n.part_id
      from part_numbers n where n.norm = any(${sql.param([...forms])}::text[])
    ), chain (start, part_id, units, depth, way, merges, terms) as (
      select distinct part_id, part_id, 1, 0, '', false, '[]'::jsonb from found
      union
      select c.start, s.new_part, c.units * s.quantity, c.depth + 1, c.way || '/' || s.choice,
        c.merges or s.merges, c.terms || s.terms
      from chain c join parts p on p.id = c.part_id join supersessions s on s.old_part = c.part_id
      where c.depth < 20
        and (p.deleted_at is not null or p.hidden or p.life in ('superseded', 'ended'))
    )
    select f.form, f.kind, f.written, b.name as brand, f.pieces, p.pack_of as "packOf",
      case when c.depth > 0 then start.number end as "successorOf", c.units::int as units, c.way, c.merges, c.terms,
      ${listedColumns}
    from found f join chain c on c.start = f.part_id join parts p on p.id = c.part_id
    join parts start on start.id = f.part_id left join brands b on b.id = f.brand_id
    where p.deleted_at is null and not p.hidden and not exists (
      select from supersessions s join parts next on next.id = s.new_part
      where s.old_part = p.id and p.life in ('superseded', 'ended')
        and next.deleted_at is null and not next.hidden)
    order by f.form, array_position(array['own', 'gtin', 'old', 'oe', 'competitor'], f.kind),
      c.terms <> '[]', c.way, p.position`,
  );
  const only = await describeTerms(
    db,
    rows.map(({ terms }) => terms),
  );
  return rows.map((row, at) => {
    const { form, kind, written, brand, pieces, packOf, successorOf, units, way, merges, terms } =
      row;
    const chain = { successorOf, units, way, merges, terms, only: only[at] ?? "" };
    return {
      form,
      kind,
      written,
      brand,
      pieces,
      packOf,
      ...chain,
      part: toListedPart(row, dictionary),
    };
  });
}
