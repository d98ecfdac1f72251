import { sql } from "drizzle-orm";
import type { ListedVehicles, PartVehicles } from "#contract/catalog.ts";
import type { Term } from "#contract/rules/fit.ts";
import { describeTerm } from "#contract/rules/fit-words.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { readFacts } from "./read-facts.ts";

type Line = {
  id: string;
  name: string;
  from: number;
  to: number;
  terms: Term[];
  position: string | null;
  quantity: number | null;
  remark: string;
  all: number;
};

const maxLines = 100;

export async function listVehiclesOfPart(db: Queries, partId: string): Promise<PartVehicles> {
  const [said] = await queryRows<Omit<PartVehicles, keyof ListedVehicles>>(
    db,
    sql`select coalesce(t.sold_for_vehicles, true) as "isAsked",
      coalesce(d.universal, false) as universal,
      coalesce(d.lists_all_vehicles, false) as "listsAll"
    from parts p left join part_types t on t.id = p.part_type_id
    left join fit_declarations d on d.part_id = p.id where p.id = ${partId}`,
  );
  return {
    ...(said ?? { isAsked: false, universal: false, listsAll: false }),
    ...(await listLines(db, partId)),
  };
}

/** Held lines are not shown: nobody is told that the part fits by them. */
export async function listLines(
  db: Queries,
  partId: string,
  after?: string,
): Promise<ListedVehicles> {
  const order = sql`lower(k.name), lower(m.name), lower(a.years), a.id`;
  const named = sql`applications a
    join models m on m.id = a.model_id join makes k on k.id = m.make_id`;
  const follows =
    after === undefined
      ? sql`true`
      : sql`(${order}) > (select ${order} from ${named} where a.id = ${after})`;
  const lines = await queryRows<Line>(
    db,
    sql`select a.id::text, k.name || ' ' || m.name as name, lower(a.years) as from,
      upper(a.years) - 1 as to, c.terms, p.name as position, a.quantity, a.remark,
      (count(*) over ())::int as all
    from ${named}
    join fit_conditions c on c.id = a.condition_id left join positions p on p.id = a.position_id
    where a.part_id = ${partId} and a.held_because is null and ${follows}
    order by ${order} limit ${maxLines}`,
  );
  const facts = await readFacts(
    db,
    lines.flatMap(({ terms }) => terms),
  );
  const more = (lines[0]?.all ?? 0) - lines.length;
  return {
    lines: lines.map(({ name, from, to, terms, position, quantity, remark }) => ({
      name,
      years: from === to ? `${from}` : `${from} to ${to}`,
      only: [
        terms.map((term) => describeTerm(term, facts)).join(", "),
        [position, quantity].filter((one) => one !== null).join(": "),
        remark,
      ]
        .filter((text) => text !== "")
        .join(". "),
    })),
    more,
    next: more > 0 ? (lines.at(-1)?.id ?? null) : null,
  };
}
