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
    const components = found.components.map(({ part, successors }) => {
      return { id: part._id, ways: successors.map((way) => way.map((each) => each.part._id)) };
    });
    found.laterKits = await findLaterKits(db, id, components);
  }
  return found;
}

export function findLaterKits(
  db: Queries,
  id: string,
  components: readonly { id: string; ways: string[][] }[],
): Promise<LinkedPart[]> {
  const wanted = components.map(({ id, ways }) => {
    const isIn = (ids: string[]) =>
      sql`${sql.param(ids)}::uuid[] <@ array(select component_id from kit_components where kit_id = p.id)`;
    return sql`(${sql.join((ways.length > 0 ? ways : [[id]]).map(isIn), sql` or `)})`;
  });
  return queryRows<LinkedPart>(
    db,
    sql`
    select p.id as _id, p.number, p.name, p.life from parts p
    where p.id in (select kit_id from kit_components where component_id = any(${sql.param(
      components.flatMap(({ id, ways }) => [id, ...ways.flat()]),
    )}::uuid[])) and p.id <> ${id} and p.deleted_at is null and not p.hidden
      and ${sql.join(wanted, sql` and `)}
    order by p.number limit 5`,
  );
}
