import { sql } from "drizzle-orm";
import { refuse } from "#contract/refusals.ts";
import type { ChangeOf } from "#contract/vehicle-edits.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { noSuchVehicle } from "../read-vehicle.ts";
import type { Done, Refused } from "./done.ts";
import { nameSlug } from "./name-slug.ts";

type Named = { id: number; name: string };

export const noSlug = refuse("invalid", "A name needs a letter or a digit. Please check it.", {
  name: "Needs a letter or a digit",
});

export async function renameMake(
  tx: Queries,
  { make, name }: ChangeOf<"make">,
): Promise<Done | Refused> {
  const [found] = await queryRows<Named>(tx, sql`select id, name from makes where slug = ${make}`);
  if (!found) return noSuchVehicle;
  const slug = nameSlug(name);
  if (slug === "") return noSlug;
  const [other] = await queryRows(
    tx,
    sql`select from makes where slug = ${slug} and id <> ${found.id}
    union all select from former_vehicle_slugs where of_make is null and slug = ${slug}
      and make_id <> ${found.id}`,
  );
  if (other) return taken(name);
  await tx.execute(sql`update makes set name = ${name}, slug = ${slug} where id = ${found.id}`);
  await remember(tx, { ofMake: null, old: make, slug, makeId: found.id, modelId: null });
  return {
    make: slug,
    model: "",
    before: { what: "make", make: slug, name: found.name },
    after: { what: "make", make, name },
  };
}

export async function renameModel(
  tx: Queries,
  { make, model, name }: ChangeOf<"model">,
): Promise<Done | Refused> {
  const [found] = await queryRows<Named & { makeId: number }>(
    tx,
    sql`select m.id, m.name, k.id as "makeId" from models m join makes k on k.id = m.make_id
    where k.slug = ${make} and m.slug = ${model}`,
  );
  if (!found) return noSuchVehicle;
  const { id, makeId } = found;
  const slug = nameSlug(name);
  if (slug === "") return noSlug;
  const [other] = await queryRows(
    tx,
    sql`select from models where make_id = ${makeId} and slug = ${slug} and id <> ${id}
    union all select from former_vehicle_slugs where of_make = ${makeId} and slug = ${slug}
      and model_id <> ${id}`,
  );
  if (other) return taken(name);
  await tx.execute(sql`update models set name = ${name}, slug = ${slug} where id = ${id}`);
  await remember(tx, { ofMake: makeId, old: model, slug, makeId: null, modelId: id });
  return {
    make,
    model: slug,
    before: { what: "model", make, model: slug, name: found.name },
    after: { what: "model", make, model, name },
  };
}

const taken = (name: string) =>
  refuse("conflict", `Another one is or was named “${name}”. Please choose another name.`, {
    name: "Is the name of another one",
  });

type Former = {
  ofMake: number | null;
  old: string;
  slug: string;
  makeId: number | null;
  modelId: number | null;
};

/** The address from before leads on; the new one is no former one any more. */
async function remember(tx: Queries, { ofMake, old, slug, makeId, modelId }: Former) {
  await tx.execute(sql`delete from former_vehicle_slugs
    where of_make is not distinct from ${ofMake}::int and slug = ${slug}`);
  if (old === slug) return;
  await tx.execute(sql`insert into former_vehicle_slugs (of_make, slug, make_id, model_id)
    values (${ofMake}, ${old}, ${makeId}, ${modelId})
    on conflict (of_make, slug) do update set make_id = excluded.make_id, model_id = excluded.model_id`);
}
