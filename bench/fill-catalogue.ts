// A catalogue of any size for the row `search`: 20 groups of 10 part types, five numbers for each part.
import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { connect } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";

export const looks = [
  "ceramic",
  "vented",
  "coated",
  "heavy",
  "sealed",
  "forged",
  "slotted",
  "solid",
  "tuned",
  "light",
  "rapid",
  "classic",
  "sport",
  "comfort",
  "premium",
  "basic",
];
export const groups = [
  "brake",
  "clutch",
  "engine",
  "fuel",
  "oil",
  "air",
  "water",
  "exhaust",
  "steering",
  "wheel",
  "axle",
  "gearbox",
  "cooling",
  "heater",
  "window",
  "door",
  "mirror",
  "wiper",
  "cabin",
  "battery",
];
export const items = [
  "disc",
  "pad",
  "pump",
  "filter",
  "hose",
  "sensor",
  "bearing",
  "seal",
  "mount",
  "switch",
];
const partsAtOnce = 20_000;

export const ownNumber = (n: number) => `PW-${10_000 + n}`;
/** As SQL makes them below. */
export function originalNumber(n: number, k: number): string {
  const digest = createHash("md5")
    .update(`${ownNumber(n)}${k}`)
    .digest("hex")
    .toUpperCase();
  return `${digest.slice(0, 5)}-${digest.slice(5, 8)} ${digest.slice(8, 10)}`;
}
export const typeSlug = (n: number) =>
  `${groups[n % groups.length]}-${items[Math.floor(n / groups.length) % items.length]}`;

export async function fillCatalogue(
  databaseUrl: string,
  parts: number,
  step = partsAtOnce,
): Promise<void> {
  const { db, close } = connect(databaseUrl, { most: 1, timeoutMs: 3_600_000 });
  const run = (query: ReturnType<typeof sql>) => db.execute(query);
  const words = (all: readonly string[]) => sql`${sql.param([...all])}::text[]`;
  await run(sql`set statement_timeout = 0`);
  await run(sql`set maintenance_work_mem = '512MB'`);
  // All at once, an index takes a fraction of the time.
  const indexes = await queryRows<{ indexname: string; indexdef: string }>(
    db,
    sql`select indexname, indexdef from pg_indexes
      where tablename in ('parts', 'part_numbers', 'part_attributes')
        and indexname <> 'parts_position'
        and not exists (select from pg_constraint where conname = indexname)`,
  );
  for (const { indexname } of indexes) await run(sql`drop index ${sql.identifier(indexname)}`);
  await run(sql`insert into part_types (name, slug)
    select initcap(name), name from unnest(${words(groups)}) name`);
  await run(sql`insert into part_types (parent_id, name, slug)
    select above.id, above.name || ' ' || item, above.slug || '-' || item
    from unnest(${words(items)}) with ordinality i (item, place) cross join part_types above
    order by place, above.id`);
  await run(sql`insert into brands (name) select 'Maker ' || n from generate_series(1, 50) n`);
  await run(sql`insert into attributes (part_type_id, name, unit, kind)
    select id, 'Size', 'mm', 'number' from part_types where parent_id is not null
    union all select id, 'Side', null, 'choice' from part_types where parent_id is not null`);
  for (let from = 0; from < parts; from += step) {
    const count = Math.min(step, parts - from);
    const added = sql`parts p where p.position > (select max(position) - ${count}::int from parts)`;
    await run(sql`
      insert into parts (id, name, img, description, minimum_quantity, availabl_quantity,
        price_cents, number, part_type_id, brand_id)
      select gen_random_uuid(), initcap(look[1 + n * 7 % 16]) || ' ' || look[1 + n / 16 % 16] || ' ' ||
        lower(type.name) || ', ' || 200 + n % 20 || ' mm, V' || n % 500,
        '', '', 1, n / 3 * 31 % 50, 100 + n * 31::bigint % 9000, 'PW-' || 10000 + n, type.id,
        (select min(id) from brands) + n / 7 % 50
      from generate_series(${from + 1}::int, ${from + count}::int) n
      cross join (select ${words(looks)} as look)
      join part_types type on type.id = (select max(id) - 199 from part_types) + n % 200`);
    await run(
      sql`insert into stock (part_id, on_hand) select p.id, p.availabl_quantity from ${added}`,
    );
    await run(sql`
      insert into inventory_movements (part_id, reason, on_hand_change, source_id)
      select p.id, 'opening', p.availabl_quantity, p.id from ${added}`);
    await run(sql`
      insert into part_numbers (part_id, kind, brand_id, written)
      select p.id, 'oe', (select min(id) from brands) + k,
        upper(substr(digest, 1, 5) || '-' || substr(digest, 6, 3) || ' ' || substr(digest, 9, 2))
      from (select p.* from ${added}) p cross join generate_series(1, 4) k
      cross join lateral md5(p.number || k) digest`);
    await run(sql`
      insert into part_attributes (part_id, attribute_id, number, choice)
      select p.id, a.id, case when a.kind = 'number' then 200 + p.position % 20 end,
        case when a.kind = 'choice' then (array['Front', 'Rear', 'Left', 'Right'])[1 + p.position / 20 % 4] end
      from (select p.* from ${added}) p join attributes a on a.part_type_id = p.part_type_id`);
  }
  for (const { indexdef } of indexes) await run(sql.raw(indexdef));
  await run(sql`vacuum analyze`);
  await close();
}
