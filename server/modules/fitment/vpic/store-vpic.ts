import { type SQL, sql } from "drizzle-orm";
import { vehiclesTag } from "#contract/tags.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import { isMake, isModel } from "../read-vehicle.ts";
import { factElements } from "./elements.ts";
import type { VpicRules } from "./read-rules.ts";

const firstId = 1_000_000;
const batchSize = 10_000;

/** Adds what is new of cars, to those that were renamed under their present names, and replaces what was loaded before of VINs. */
export async function storeVpic(
  tx: Queries,
  rules: VpicRules,
  names: ReadonlyMap<string, string>,
): Promise<void> {
  await storeCars(tx, rules, names);
  await storeFacts(tx, rules);
  await storeSchemas(tx, rules);
  await storeEvents(tx, [{ name: "vehicles.loaded", about: "vpic", tags: [vehiclesTag] }]);
}

async function storeCars(
  tx: Queries,
  { makes }: VpicRules,
  names: ReadonlyMap<string, string>,
): Promise<void> {
  const makeRows = [...makes.keys()].map((slug) => ({ slug, name: names.get(slug) ?? slug }));
  await insert(
    tx,
    makeRows,
    (rows) => sql`insert into makes (name, slug)
    select name, slug from jsonb_to_recordset(${rows}) as t (name text, slug text)
    where not exists (select from former_vehicle_slugs f where f.of_make is null and f.slug = t.slug)
    on conflict do nothing`,
  );
  const modelRows = [...makes].flatMap(([make, models]) =>
    [...models].map(([slug, { name }]) => ({ make, slug, name })),
  );
  await insert(
    tx,
    modelRows,
    (rows) => sql`insert into models (make_id, name, slug)
    select k.id, t.name, t.slug
    from jsonb_to_recordset(${rows}) as t (make text, name text, slug text)
      join makes k on ${isMake(sql`t.make`)}
    where not exists (select from former_vehicle_slugs f where f.of_make = k.id and f.slug = t.slug)
    on conflict do nothing`,
  );
  const years = [...makes].flatMap(([make, models]) =>
    [...models].flatMap(([model, of]) => [...of.years].map((year) => ({ make, model, year }))),
  );
  await insert(
    tx,
    years,
    (rows) => sql`insert into vehicles (model_id, year)
    select m.id, t.year
    from jsonb_to_recordset(${rows}) as t (make text, model text, year smallint)
      cross join makes k join models m on ${isModel(sql`t.make`, sql`t.model`)}
    on conflict do nothing`,
  );
}

async function storeFacts(tx: Queries, { values }: VpicRules): Promise<void> {
  const facts = Object.values(factElements).filter(({ key }) => values.has(key));
  await insert(
    tx,
    facts,
    (rows) => sql`insert into facts (key, kind, question, where_to_look, effort)
    select key, kind, question, "whereToLook", effort from jsonb_to_recordset(${rows})
      as t (key text, kind text, question text, "whereToLook" text, effort smallint)
    on conflict do nothing`,
  );
  const valueRows = [...values].flatMap(([fact, labels]) =>
    [...labels].map(([slug, label]) => ({ fact, slug, label })),
  );
  await insert(
    tx,
    valueRows,
    (rows) => sql`insert into fact_values (fact_id, label, slug)
    select f.id, t.label, t.slug
    from jsonb_to_recordset(${rows}) as t (fact text, label text, slug text)
      join facts f on f.key = t.fact and f.kind = 'choice'
    on conflict do nothing`,
  );
}

async function storeSchemas(tx: Queries, { schemas }: VpicRules): Promise<void> {
  await tx.execute(sql`delete from vin_schemas where id >= ${firstId}`);
  const withId = schemas.map(({ id, ...schema }) => ({ ...schema, id: firstId + id }));
  await insert(
    tx,
    withId.map(({ id, name }) => ({ id, name })),
    (rows) => sql`insert into vin_schemas (id, name)
    select id, name from jsonb_to_recordset(${rows}) as t (id integer, name text)`,
  );
  const makers = withId.flatMap(({ id, makers: all }) =>
    all.map(({ wmi, years: [from, to] }) => ({ id, wmi, from, to })),
  );
  await insert(
    tx,
    makers,
    (rows) => sql`insert into vin_makers (wmi, schema_id, years, has_check_digit)
    select wmi, id, int4range("from", "to", '[]'), true from jsonb_to_recordset(${rows})
      as t (id integer, wmi text, "from" integer, "to" integer)
    on conflict do nothing`,
  );
  const patterns = withId.flatMap(({ id, patterns: all }) => all.map((one) => ({ id, ...one })));
  await insert(
    tx,
    patterns,
    (rows) => sql`insert into vin_patterns (schema_id, pattern, says, value)
    select id, pattern, says, value from jsonb_to_recordset(${rows})
      as t (id integer, pattern text, says text, value text)
    on conflict do nothing`,
  );
}

async function insert(
  tx: Queries,
  all: readonly object[],
  statement: (rows: SQL) => SQL,
): Promise<void> {
  for (let at = 0; at < all.length; at += batchSize) {
    const rows = JSON.stringify(all.slice(at, at + batchSize));
    await tx.execute(statement(sql`${rows}::jsonb`));
  }
}
