// Vehicles of any number of models, and ten applications for each part of `fillCatalogue`.
import { sql } from "drizzle-orm";
import { connect } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { fillCatalogue } from "./fill-catalogue.ts";

const makes = 60;
const modelsOfMake = 50;
const years = { first: 2000, last: 2025 };
export const applicationsOfPart = 10;
const step = 20_000;

export async function fillVehicles(databaseUrl: string, parts: number): Promise<void> {
  await fillCatalogue(databaseUrl, parts);
  const { db, close } = connect(databaseUrl, { most: 1, timeoutMs: 7_200_000 });
  const run = (query: ReturnType<typeof sql>) => db.execute(query);
  await run(sql`set statement_timeout = 0`);
  await run(sql`set maintenance_work_mem = '512MB'`);
  await run(sql`set work_mem = '256MB'`);
  await run(sql`insert into makes (name, slug)
    select 'Make ' || n, 'make-' || n from generate_series(1, ${makes}::int) n order by n`);
  await run(sql`insert into models (make_id, name, slug)
    select k.id, 'Model ' || n, 'model-' || n
    from makes k cross join generate_series(1, ${modelsOfMake}::int) n order by k.id, n`);
  await run(sql`insert into vehicles (model_id, year, built)
    select m.id, y, daterange(make_date(y, 1, 1), make_date(y, 12, 31), '[]')
    from models m cross join generate_series(${years.first}::int, ${years.last}::int) y
    order by m.id, y`);
  await run(sql`insert into facts (key, kind, question, effort) values
    ('engine', 'choice', 'Which engine?', 2), ('built', 'date', 'When was it built?', 2),
    ('body', 'choice', 'Which body?', 1)`);
  await run(sql`insert into fact_values (fact_id, label, slug)
    select f.id, f.key || ' ' || n, f.key || '-' || n
    from facts f cross join generate_series(1, 8) n where f.kind = 'choice' order by f.id, n`);
  await run(sql`insert into vehicle_combinations (vehicle_id, facts)
    select v.id, jsonb_build_object('engine', e.id, 'body', b.id)
    from vehicles v
    join (select id, row_number() over (order by id) n from fact_values where slug like 'engine%') e
      on (e.n + v.id) % 2 = 0
    join (select id, row_number() over (order by id) n from fact_values where slug like 'body%') b
      on b.n = 1 + v.id % 4`);
  await run(sql`insert into positions (name) values ('Front'), ('Rear')`);
  // As the shop writes the keys.
  await run(sql`insert into fit_conditions (key, terms) select key, key::jsonb from (
    select '[]' as key
    union all select format('[{"fact":"engine","any":[%s]}]', v.id)
      from fact_values v where slug like 'engine%'
    union all select format('[{"fact":"built","to":%s}]', y * 10000 + 1031)
      from generate_series(${years.first}::int, ${years.last}::int) y) given`);
  // All at once, an index takes a fraction of the time.
  const indexes = await queryRows<{ indexname: string; indexdef: string }>(
    db,
    sql`select indexname, indexdef from pg_indexes where indexname = 'applications_fit'`,
  );
  for (const { indexname } of indexes) await run(sql`drop index ${sql.identifier(indexname)}`);
  for (let from = 0; from < parts; from += step) {
    // Half of the applications have no condition; popular models have many.
    await run(sql`
      insert into applications (part_id, part_type_id, model_id, years, condition_id, position_id, quantity)
      select p.id, p.part_type_id, (select min(id) from models) + (n * n / 7 + k * 131) % ${makes * modelsOfMake}::int,
        int4range(y, least(y + 1 + ((n + k) % 9)::int, ${years.last + 1}::int)),
        (select min(id) from fit_conditions) + case when n % 2 = 0 then 0 else (n / 2 + k) % 35 end,
        (select min(id) from positions) + n % 2, 1 + n % 2
      from (select p.id, p.part_type_id, p.position::bigint as n from parts p
        order by p.position offset ${from}::int limit ${step}::int) p
      cross join generate_series(1, ${applicationsOfPart}::int) k
      cross join lateral (select ${years.first}::int + ((p.n * 13 + k * 7) % ${years.last - years.first}::int)::int as y) span
      on conflict do nothing`);
  }
  for (const { indexdef } of indexes) await run(sql.raw(indexdef));
  await run(sql`insert into vehicle_part_types (vehicle_id, part_type_id, parts)
    select v.id, a.part_type_id, count(distinct a.part_id)
    from applications a join vehicles v on v.model_id = a.model_id and a.years @> v.year::int
    group by v.id, a.part_type_id`);
  await run(sql`vacuum analyze`);
  await close();
}
