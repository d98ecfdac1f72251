import { sql } from "drizzle-orm";
import type { LinkedPart, PartPage } from "#contract/catalog.ts";
import type { Term } from "#contract/rules/fit.ts";
import { toCents, toDollars } from "#contract/rules/money.ts";
import type { PriceList } from "#contract/rules/price-types.ts";
import { quantitySteps } from "#contract/rules/quantity-steps.ts";
import { smallestOrder } from "#contract/rules/smallest-order.ts";
import { resolveSuccessors } from "#contract/rules/successors.ts";
import { describeTerms } from "#server/modules/fitment/condition-texts.ts";
import { listVehiclesOfPart } from "#server/modules/fitment/list-vehicles-of-part.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { listKitParts } from "./list-kit-parts.ts";
import { lowestPriceCents } from "./part-columns.ts";
import { findStored } from "./part-record.ts";

type Step = PartPage["chain"][number];

export async function findPartPage(
  db: Queries,
  id: string,
  { priceLists, now }: { priceLists: readonly PriceList[]; now: Date },
): Promise<PartPage | undefined> {
  const stored = await findStored(db, id);
  if (!stored) return undefined;
  const { record, shownPictures } = stored;
  const { type, furtherTypes, ...shown } = record;
  const priced = { part: record.number, listCents: toCents(record.price) };
  const steps = quantitySteps(priced, priceLists, now.getTime());
  return {
    ...shown,
    pictures: shownPictures,
    types: type === null ? [] : await listTypePath(db, type),
    furtherTypes: furtherTypes.length === 0 ? [] : await nameTypes(db, furtherTypes),
    smallestOrder: smallestOrder(record),
    steps: steps.map(({ from, cents }) => ({ from, price: toDollars(cents) })),
    ...(steps.length > 0 && { lowest: await findLowestPrice(db, id) }),
    vehicles: await listVehiclesOfPart(db, id),
    ...(await findHistory(db, id)),
    ...(await listKitParts(db, id, findHistory)),
  };
}

async function findLowestPrice(db: Queries, id: string): Promise<number> {
  const [row] = await queryRows<{ cents: string }>(
    db,
    sql`select ${lowestPriceCents} as cents from parts p where p.id = ${id}`,
  );
  return toDollars(Number(row?.cents));
}

function nameTypes(db: Queries, slugs: readonly string[]): Promise<PartPage["furtherTypes"]> {
  return queryRows<PartPage["furtherTypes"][number]>(
    db,
    sql`select slug, name from part_types
      where slug = any(${sql.param(slugs)}::text[]) and deleted_at is null order by name`,
  );
}

function listTypePath(db: Queries, slug: string): Promise<PartPage["types"]> {
  return queryRows<PartPage["types"][number]>(
    db,
    sql`
    with recursive path (id, parent_id, slug, name, distance) as (
      select id, parent_id, slug, name, 0 from part_types where slug = ${slug}
        and deleted_at is null
      union all
      select t.id, t.parent_id, t.slug, t.name, distance + 1
      from part_types t join path on t.id = path.parent_id where distance < 20
    )
    select slug, name from path order by distance desc`,
  );
}

type Linked = LinkedPart & { isDeleted: boolean };
type Row = Omit<Step, "old" | "new" | "only"> & { old: Linked; new: Linked; terms: Term[] };

export async function findHistory(
  db: Queries,
  id: string,
): Promise<Pick<PartPage, "successors" | "chain">> {
  const linked = (alias: string) => sql`(select json_build_object('_id', p.id, 'number', p.number,
    'name', p.name, 'life', p.life, 'isDeleted', p.deleted_at is not null or p.hidden)
    from parts p where p.id = ${sql.raw(alias)})`;
  const rows = await queryRows<Row>(
    db,
    sql`
    with recursive later (old_part, new_part, choice, distance) as (
      select old_part, new_part, choice, 1 from supersessions where old_part = ${id}
      union select s.old_part, s.new_part, s.choice, distance + 1
      from supersessions s join later on s.old_part = later.new_part
    ), earlier (old_part, new_part, choice, distance) as (
      select old_part, new_part, choice, 1 from supersessions where new_part = ${id}
      union select s.old_part, s.new_part, s.choice, distance + 1
      from supersessions s join earlier on s.new_part = earlier.old_part
    ), steps as (
      select old_part, new_part, choice, min(distance) as distance
      from (select * from later union all select * from earlier) both_directions group by 1, 2, 3
    )
    select ${linked("s.old_part")} as old, ${linked("s.new_part")} as new, s.choice, s.quantity,
      s.both_ways as "bothWays", s.merges, s.terms, s.since::text, s.reason
    from steps join supersessions s using (old_part, new_part, choice)
    order by steps.distance, s.choice, s.new_part`,
  );
  const linkedParts = new Map(rows.flatMap((row) => [row.old, row.new]).map((p) => [p._id, p]));
  const steps = rows.map((row) => ({ ...row, oldPart: row.old._id, newPart: row.new._id }));
  const successors = resolveSuccessors(id, steps, (part) => stateOf(linkedParts.get(part)));
  const shown = rows.filter(({ old, new: next }) => !old.isDeleted && !next.isDeleted);
  const conditions = [...successors.flat(), ...shown].map(({ terms = [] }) => terms);
  const texts = await describeTerms(db, conditions);
  const words = new Map(conditions.map((terms, at) => [JSON.stringify(terms), texts[at] ?? ""]));
  const only = ({ terms = [] }: { terms?: Term[] }) => words.get(JSON.stringify(terms)) ?? "";
  return {
    successors: successors.map((together) =>
      together.map((needed) => ({
        part: toLink(linkedParts.get(needed.part)),
        quantity: needed.quantity,
        terms: needed.terms ?? [],
        only: only(needed),
      })),
    ),
    chain: shown.map((row) => toStep(row, only(row))),
  };
}

function stateOf(part: Linked | undefined): "current" | "replaced" | "gone" {
  if (!part || part.isDeleted) return "gone";
  return part.life === "active" || part.life === "announced" ? "current" : "replaced";
}

function toStep({ old, new: next, terms: _, ...step }: Row, only: string): Step {
  return { ...step, only, old: toLink(old), new: toLink(next) };
}

function toLink(part: Linked | undefined): LinkedPart {
  if (!part) throw new Error("A successor is not among the rows");
  const { isDeleted: _, ...link } = part;
  return link;
}
