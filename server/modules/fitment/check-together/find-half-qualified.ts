import { sql } from "drizzle-orm";
import type { LineFinding } from "#server/modules/imports/import-kind.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { factNames, most, toConfirm, type Written } from "./lines-of-import.ts";

type Pair = Written & {
  other: number | null;
  otherPart: string;
  facts: string[];
  otherFacts: string[];
};

export async function findHalfQualified(db: Queries): Promise<LineFinding[]> {
  const pairs = await queryRows<Pair>(
    db,
    // Lines of the same facts are one group, of which the first line is named.
    sql`with groups as materialized (
      select part_type_id, model_id, position, label, facts, range_agg(years) as years,
        min(line) as line, (array_agg(part order by line))[1] as part,
        bool_or(line is not null and result <> 'same') as is_new
      from checked_lines group by part_type_id, model_id, position, label, facts)
    select distinct on (a.line) a.line, a.part, b.line as other, b.part as "otherPart", a.facts,
      b.facts as "otherFacts"
    from groups a join groups b on b.part_type_id = a.part_type_id and b.model_id = a.model_id
      and b.position = a.position and b.label = a.label and b.years && a.years
    where a.facts <> b.facts and (a.is_new or b.is_new) and a.line is not null
      and (a.facts <@ b.facts or b.line is null
        or (not b.facts <@ a.facts and a.line > b.line))
    order by a.line, b.line limit ${most}`,
  );
  return pairs.map((pair) => {
    const { facts, otherFacts } = pair;
    const missing = otherFacts.filter((fact) => !facts.includes(fact));
    const more = facts.filter((fact) => !otherFacts.includes(fact));
    if (missing.length === 0) {
      return toConfirm(
        pair,
        `This line has a condition on ${factNames(more)}, ${nameOf(pair)} has none for the same cars`,
        "Write the condition there too, or confirm that it fits with each",
      );
    }
    if (more.length > 0) {
      return toConfirm(
        pair,
        `This line goes by ${factNames(facts)}, ${nameOf(pair)} by ${factNames(otherFacts)}, for the same cars`,
        "Write the same conditions in both, or confirm that each is right",
      );
    }
    return toConfirm(
      pair,
      `${capital(nameOf(pair))} has a condition on ${factNames(missing)} for the same cars, this line has none`,
      "Write the condition here too, or confirm that it fits with each",
    );
  });
}

const nameOf = ({ other, otherPart }: Pair) =>
  other === null ? `a line of ${otherPart} that stays` : `line ${other} (${otherPart})`;
const capital = (text: string) => text[0]?.toUpperCase() + text.slice(1);
