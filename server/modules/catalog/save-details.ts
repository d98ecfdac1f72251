import { and, eq, inArray, ne, notInArray, sql } from "drizzle-orm";
import type { KitComponent, NewPart, PartEdit, Replacement } from "#contract/part-edits.ts";
import { findTermsProblems } from "#server/modules/fitment/condition-texts.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { invalidField } from "#server/platform/http/refusal-error.ts";
import { findPartByNumber } from "./part-numbers.ts";
import { findOrAddBrands, listPictures } from "./part-record.ts";
import { replaceAttributes } from "./resolve-attributes.ts";
import { kitComponents, partNumbers, partPictures, supersessions } from "./tables.ts";

type Details = Partial<
  Pick<
    NewPart,
    "furtherTypes" | "pictures" | "attributes" | "numbers" | "replacedBy" | "components"
  >
>;
export type PartDetails = { partId: string } & Details;

export const toDetails = (partId: string, part: NewPart): PartDetails => ({
  partId,
  attributes: part.attributes,
  numbers: part.numbers,
  furtherTypes: part.furtherTypes,
  replacedBy: part.replacedBy,
  components: part.components,
  pictures: listPictures(part),
});

/** PostgreSQL allows 65,535 parameters in a statement. */
const rowsPerInsert = 5_000;

export async function saveDetails(tx: Queries, all: readonly PartDetails[]): Promise<void> {
  await replaceFurtherTypes(tx, having(all, "furtherTypes"));
  await replacePictures(tx, having(all, "pictures"));
  await replaceAttributes(tx, having(all, "attributes"));
  await replaceNumbers(tx, having(all, "numbers"));
  for (const part of having(all, "replacedBy")) await replaceSupersessions(tx, part);
  for (const { partId, components = [] } of having(all, "components")) {
    await replaceComponents(tx, partId, components);
  }
}

type Having<Name extends keyof Details> = { partId: string } & Required<Pick<Details, Name>>;

function having<Name extends keyof Details>(all: readonly PartDetails[], name: Name) {
  return all.filter((part) => part[name] !== undefined) as Having<Name>[];
}

const idsOf = (all: readonly { partId: string }[]) => all.map(({ partId }) => partId);

async function replaceFurtherTypes(tx: Queries, all: Having<"furtherTypes">[]) {
  if (all.length === 0) return;
  const rows = all.flatMap(({ partId, furtherTypes = [] }) =>
    furtherTypes.map((slug) => ({ id: partId, slug })),
  );
  const given = sql`(select g.id, t.id as type
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (id uuid, slug text)
    join part_types t on t.slug = g.slug and t.deleted_at is null)`;
  // What stays is left alone: each row that comes or goes is counted for all its cars.
  await tx.execute(sql`
    delete from further_part_types f where f.part_id = any(${sql.param(idsOf(all))}::uuid[])
      and not exists (select from ${given} g where g.id = f.part_id and g.type = f.part_type_id)`);
  await tx.execute(sql`
    insert into further_part_types (part_id, part_type_id) select distinct id, type from ${given} g
    on conflict do nothing`);
}

async function replacePictures(tx: Queries, all: Having<"pictures">[]) {
  if (all.length === 0) return;
  await tx.delete(partPictures).where(inArray(partPictures.partId, idsOf(all)));
  const rows = all.flatMap(({ partId, pictures = [] }) =>
    pictures.slice(1).map((address, at) => ({ partId, position: at + 2, address })),
  );
  for (const batch of inBatches(rows)) await tx.insert(partPictures).values(batch);
}

async function replaceNumbers(tx: Queries, all: Having<"numbers">[]) {
  if (all.length === 0) return;
  const ofThese = inArray(partNumbers.partId, idsOf(all));
  await tx.delete(partNumbers).where(and(ofThese, ne(partNumbers.kind, "own")));
  const given = all.flatMap(({ partId, numbers = [] }) =>
    numbers.map((number) => ({ partId, ...number })),
  );
  const brandIds = await findOrAddBrands(
    tx,
    given.flatMap(({ brand }) => brand ?? []),
  );
  const rows = given.map(({ brand, ...number }) => ({
    ...number,
    brandId: brand === null ? null : brandIds.get(brand),
  }));
  const { partId, kind, brandId, norm } = partNumbers;
  const target = [partId, kind, brandId, norm];
  for (const batch of inBatches(rows)) {
    await tx.insert(partNumbers).values(batch).onConflictDoNothing({ target });
  }
}

async function replaceSupersessions(tx: Queries, part: Having<"replacedBy">) {
  const { partId: oldPart, replacedBy = [] } = part;
  await tx.delete(supersessions).where(eq(supersessions.oldPart, oldPart));
  for (const row of replacedBy) {
    const values = { ...(await toSupersession(tx, oldPart, row)), oldPart };
    await tx.insert(supersessions).values(values).onConflictDoNothing();
  }
}

export async function refuseTerms(db: Queries, { replacedBy = [] }: PartEdit): Promise<void> {
  const problems = await findTermsProblems(
    db,
    replacedBy.map(({ terms = [] }) => terms),
  );
  for (const [at, problem] of problems.entries()) {
    if (problem !== undefined) throw invalidField(`replacedBy.${at}.terms`, problem);
  }
}

async function toSupersession(tx: Queries, oldPart: string, { part, since, ...row }: Replacement) {
  const found = await findPartByNumber(tx, part);
  if (!found || found.isDeleted) throw invalidField("replacedBy", `There is no part “${part}”`);
  if (found.id === oldPart) throw invalidField("replacedBy", "A part cannot replace itself");
  return { ...row, newPart: found.id, since: since ?? sql`current_date` };
}

function* inBatches<Row>(rows: Row[]): Generator<Row[]> {
  for (let from = 0; from < rows.length; from += rowsPerInsert) {
    yield rows.slice(from, from + rowsPerInsert);
  }
}

async function replaceComponents(
  tx: Queries,
  kitId: string,
  given: readonly KitComponent[],
): Promise<void> {
  const rows = await findComponents(tx, kitId, given);
  const kept = rows.map(({ componentId }) => componentId);
  await tx
    .delete(kitComponents)
    .where(and(eq(kitComponents.kitId, kitId), notInArray(kitComponents.componentId, kept)));
  if (rows.length === 0) return;
  await tx
    .insert(kitComponents)
    .values(rows)
    .onConflictDoUpdate({
      target: [kitComponents.kitId, kitComponents.componentId],
      set: { quantity: sql`excluded.quantity`, soldAlone: sql`excluded.sold_alone` },
    });
}

async function findComponents(tx: Queries, kitId: string, given: readonly KitComponent[]) {
  const rows = new Map<string, typeof kitComponents.$inferInsert>();
  for (const [at, { part, quantity, soldAlone }] of given.entries()) {
    const refuseRow = (message: string) => invalidField(`components.${at}.part`, message);
    const found = await findPartByNumber(tx, part);
    if (!found || found.isDeleted) throw refuseRow(`There is no part “${part}”`);
    if (found.id === kitId) throw refuseRow("A kit cannot contain itself");
    if (rows.has(found.id)) throw refuseRow("Is listed twice");
    rows.set(found.id, { kitId, componentId: found.id, quantity, soldAlone });
  }
  return [...rows.values()];
}

export function refuseEmptyKit({ fromShelf, components = [] }: PartEdit): void {
  if (fromShelf && components.length === 0) {
    throw invalidField("components", "A kit from the shelf needs at least one component");
  }
}

/** Before the parts, as orders do. The components that are to be are named by ids or numbers. */
export async function lockKitStock(
  tx: Queries,
  kitIds: readonly string[],
  components: readonly string[],
): Promise<void> {
  const kits = sql`${sql.param(kitIds)}::uuid[]`;
  const given = sql`${sql.param(components)}::text[]`;
  await queryRows(
    tx,
    sql`
    with named (id) as (
      select unnest(${kits})
      union select component_id from kit_components where kit_id = any(${kits})
      union select n.part_id from part_numbers n where n.kind in ('own', 'old')
        and n.norm = any(array(select part_number_norm(number) from unnest(${given}) number))
      union select p.id from parts p where p.id::text = any(${given})
    )
    select from stock where part_id = any(array(
      select id from named union select part_id from shelf_parts(array(select id from named))))
    order by part_id for update`,
  );
}
