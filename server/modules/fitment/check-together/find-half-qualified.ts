import { sql } from "drizzle-orm";
import type { LineFinding } from "#server/modules/imports/import-kind.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { factNames, linesOf, most, toConfirm, type Written } from "./lines-of-import.ts";

type Pair = Written & {
  other: number;
  otherPart: string;
  facts: string[];
  otherFacts: string[];
  isWithin: boolean;
};

/** For the same cars, lines that are told apart by different facts, one of them by fewer. */
export async function findHalfQualified(db: Queries, importId: string): Promise<LineFinding[]> {
  const pairs = await queryRows<Pair>(
    db,
    // Lines of the same facts are one group, of which the first line is named.
    sql`with ${linesOf(importId)}, groups as materialized (
      select part_type_id, model_id, position, label, facts, range_agg(years) as years,
        min(line) as line, bool_or(result <> 'same') as is_new
      from lines group by part_type_id, model_id, position, label, facts)
    select distinct on (a.line) a.line, one.part, b.line as other, two.part as "otherPart",
      a.facts, b.facts as "otherFacts", a.facts <@ b.facts as "isWithin"
    from groups a join groups b on b.part_type_id = a.part_type_id and b.model_id = a.model_id
      and b.position = a.position and b.label = a.label and b.years && a.years
    join lines one on one.line = a.line join lines two on two.line = b.line
    where a.facts <> b.facts and (a.is_new or b.is_new)
      and (a.facts <@ b.facts or (not b.facts <@ a.facts and a.line > b.line))
    order by a.line, b.line limit ${most}`,
  );
  return pairs.map((pair) => {
    const { other, otherPart, facts, otherFacts, isWithin } = pair;
    const missing = otherFacts.filter((fact) => !facts.includes(fact));
    if (!isWithin) {
      return toConfirm(
        pair,
        `This line goes by ${factNames(facts)}, line ${other} (${otherPart}) by ${factNames(otherFacts)}, for the same cars`,
        "Write the same conditions in both, or confirm that each is right",
      );
    }
    return toConfirm(
      pair,
      `Line ${other} (${otherPart}) has a condition on ${factNames(missing)} for the same cars, this line has none`,
      "Write the condition here too, or confirm that it fits with each",
    );
  });
}
