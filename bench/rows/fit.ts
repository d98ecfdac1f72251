import { sql } from "drizzle-orm";
import { connect } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { type Asked, asking, measureMixed, percentile } from "../ask.ts";
import { fillVehicles } from "../fill-vehicles.ts";
import type { FigureSheet } from "../row.ts";
import { openFilled } from "../servers.ts";

const many = Number(process.env.BENCH_PARTS ?? 1_000_000);
const times = 200;
/** Milliseconds at the 95th percentile. */
const targets = { one: 5, page: 10, category: 20, types: 10, list: 20 };
type What = keyof typeof targets;
const mixed = { p95: 25, perSecond: 1_000 };
const mostMegabytes = 300;
const partsOfPage = 48;

/** A shop with a million parts and ten million applications, asked over HTTP. */
export async function fit(): Promise<FigureSheet[]> {
  const shop = await openFilled((url) => fillVehicles(url, many), process.env.BENCH_FOLDER);
  const ask = asking(shop.url);
  const asks = await readAsks(shop.databaseUrl);
  const figures: Record<string, number> = {};
  const missed: string[] = [];
  for (const what of Object.keys(targets) as What[]) {
    const taken: number[] = [];
    for (let time = -20; time < times; time++) {
      const milliseconds = await ask(asks[what](time + 20));
      if (time >= 0) taken.push(milliseconds);
    }
    const p95 = percentile(taken, 0.95);
    figures[`${what} p50 ms`] = percentile(taken, 0.5);
    figures[`${what} p95 ms`] = p95;
    if (p95 > targets[what]) missed.push(`${what} ${p95} ms, wanted ${targets[what]}`);
  }
  const order = Object.values(asks);
  const { perSecond, p95 } = await measureMixed(ask, (n) => order[n % order.length]?.(n));
  figures["mixed, a second"] = perSecond;
  figures["mixed p95 ms"] = p95;
  if (p95 > mixed.p95) missed.push(`mixed ${p95} ms, wanted ${mixed.p95}`);
  if (perSecond < mixed.perSecond) {
    missed.push(`${perSecond} mixed requests a second, wanted ${mixed.perSecond}`);
  }
  const megabytes = await shop.megabytes();
  figures["memory MB"] = megabytes;
  if (megabytes > mostMegabytes) missed.push(`${megabytes} MB, wanted ${mostMegabytes}`);
  await shop.stop();
  return [{ what: `fit of ${many.toLocaleString("en")} parts`, figures, missed }];
}

type Vehicle = { id: number; path: string; type: string; parts: string[] };

/** One for each time that something is asked, so that none of it was kept from the time before. */
async function readVehicles(databaseUrl: string): Promise<Vehicle[]> {
  const { db, close } = connect(databaseUrl, { most: 1, timeoutMs: 300_000 });
  const vehicles = await queryRows<Vehicle>(
    db,
    sql`
    with chosen as (
      select distinct on (vehicle_id) vehicle_id, part_type_id from vehicle_part_types
      order by vehicle_id, md5(vehicle_id || ' ' || part_type_id)
    )
    select v.id, '/api/vehicles/' || k.slug || '/' || m.slug || '/' || v.year as path, t.slug as type,
      array(select distinct a.part_id from applications a
        where a.model_id = v.model_id and a.years @> v.year::int and a.part_type_id = t.id
        limit ${partsOfPage}) as parts
    from chosen s join vehicles v on v.id = s.vehicle_id join part_types t on t.id = s.part_type_id
    join models m on m.id = v.model_id join makes k on k.id = m.make_id
    order by md5(v.id::text) limit ${times + 20}`,
  );
  await close();
  return vehicles;
}

async function readAsks(databaseUrl: string): Promise<Record<What, (n: number) => Asked>> {
  const vehicles = await readVehicles(databaseUrl);
  const parts = vehicles.flatMap((vehicle) => vehicle.parts);
  const vehicle = (n: number) => vehicles[n % vehicles.length] as Vehicle;
  const judge = (n: number, count: number): Asked => ({
    path: "/api/fit",
    body: JSON.stringify({
      vehicle: vehicle(n).id,
      known: [],
      parts: Array.from({ length: count }, (_, at) => parts[(n * 31 + at) % parts.length]),
    }),
  });
  return {
    one: (n) => judge(n, 1),
    page: (n) => judge(n, partsOfPage),
    category: (n) => ({ path: `${vehicle(n).path}/${vehicle(n).type}` }),
    types: (n) => ({ path: vehicle(n).path }),
    list: (n) => ({ path: `/api/catalogue?type=${vehicle(n).type}&vehicle=${vehicle(n).id}` }),
  };
}
