import { sql } from "drizzle-orm";
import type { LinkedPart, PartPage } from "#contract/catalog.ts";
import { toDollars } from "#contract/rules/money.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { inKitsOnly } from "./part-columns.ts";

type FindHistory = (db: Queries, id: string) => Promise<Pick<PartPage, "successors">>;
type Row = LinkedPart & {
  direction: "inside" | "around";
  quantity: number;
  cents: string | null;
  inKitsOnly: boolean;
};
type Kits = Pick<PartPage, "components" | "kits" | "laterKits" | "inKitsOnly">;

export async function listKitParts(
  db: Queries,
  id: string,
  findHistory: FindHistory,
): Promise<Kits> {
  const rows = await queryRows<Row>(
    db,
    sql`
    select direction, p.id as _id, p.number, p.name, p.life, c.quantity,
      case when not ${inKitsOnly(sql`p.id`)} and not p.hidden and p.deleted_at is null
        then p.price_cents end as cents,
      ${inKitsOnly(sql`${id}::uuid`)} as "inKitsOnly"
    from (
      select 'inside' as direction, component_id as id, quantity
        from kit_components where kit_id = ${id}
      union all
      select 'around', kit_id, quantity from kit_components where component_id = ${id}
    ) c join parts p using (id)
    where direction = 'inside' or (p.deleted_at is null and not p.hidden)
    order by p.number`,
  );
  const isOne = rows.some((row) => row.inKitsOnly);
  const found: Kits = { components: [], kits: [], laterKits: [], inKitsOnly: isOne };
  for (const { direction, quantity, cents, inKitsOnly: _, ...part } of rows) {
    const isMade = part.life === "active" || part.life === "announced";
    const isAsked = direction === "inside" && !isMade;
    const { successors } = isAsked ? await findHistory(db, part._id) : { successors: [] };
    const price = cents === null ? null : toDollars(Number(cents));
    const list = direction === "inside" ? found.components : found.kits;
    list.push({ part, quantity, price, successors });
  }
  if (found.components.some(({ successors }) => successors.length > 0)) {
    found.laterKits = await findLaterKits(db, id, found.components);
  }
  return found;
}

/** All that a kit has to contain is one of the alternatives of each component. */
function findLaterKits(
  db: Queries,
  id: string,
  components: Kits["components"],
): Promise<LinkedPart[]> {
  const wanted = components.map(({ part, successors }) => {
    const alternatives = successors.map((together) => together.map((each) => each.part._id));
    const isIn = (ids: string[]) =>
      sql`${sql.param(ids)}::uuid[] <@ array(select component_id from kit_components where kit_id = p.id)`;
    return sql`(${sql.join((alternatives.length > 0 ? alternatives : [[part._id]]).map(isIn), sql` or `)})`;
  });
  return queryRows<LinkedPart>(
    db,
    sql`
    select p.id as _id, p.number, p.name, p.life from parts p
    where p.id in (select kit_id from kit_components where component_id = any(${sql.param(
      components.flatMap(({ part, successors }) => [
        part._id,
        ...successors.flat().map((each) => each.part._id),
      ]),
    )}::uuid[])) and p.id <> ${id} and p.deleted_at is null and not p.hidden
      and ${sql.join(wanted, sql` and `)}
    order by p.number limit 5`,
  );
}
