import { sql } from "drizzle-orm";
import { connect } from "#server/platform/database/connect.ts";
import type { FigureSheet } from "../row.ts";
import { openShop } from "../servers.ts";

const many = Number(process.env.BENCH_PARTS ?? 1_000_000);
const times = 200;
/** Milliseconds at the 95th percentile. */
const targets = {
  exact: 5,
  prefix: 8,
  typo: 10,
  keystroke: 15,
  words: 60,
  category: 20,
  lines: 80,
};
type What = keyof typeof targets;

/** A shop with a million parts and five million numbers, asked one after another over HTTP. */
export async function search(): Promise<FigureSheet[]> {
  const shop = await openShop(0);
  await fill(shop.databaseUrl);
  const figures: Record<string, number> = {};
  const missed: string[] = [];
  for (const [what, ask] of Object.entries(asks) as [What, (n: number) => [string, string?]][]) {
    const taken: number[] = [];
    for (let time = -20; time < times; time++) {
      const [path, body] = ask(1 + (((time + 20) * 7_919) % many));
      const began = performance.now();
      const response = await fetch(shop.url + path, body ? post(body) : {});
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${path} answers ${response.status}`);
      if (time >= 0) taken.push(performance.now() - began);
    }
    const p95 = taken.sort((a, b) => a - b)[Math.floor(times * 0.95)] ?? 0;
    figures[`${what} p95 ms`] = Number(p95.toFixed(1));
    if (p95 > targets[what]) missed.push(`${what} ${p95.toFixed(1)} ms, wanted ${targets[what]}`);
  }
  figures["memory MB"] = await shop.megabytes();
  await shop.stop();
  return [{ what: `search in ${many.toLocaleString("en")} parts`, figures, missed }];
}

const post = (body: string) => ({
  ...{
    method: "POST",
    body,
    headers: { "content-type": "application/json", "sec-fetch-site": "same-origin" },
  },
});

const numberOf = (n: number) => `PW-${10_000 + n}`;
const words = ["ceramic", "vented", "coated", "front", "heavy", "sealed", "forged", "slotted"];
const suggest = (q: string): [string] => [`/api/search/suggest?q=${encodeURIComponent(q)}`];

const asks: Record<What, (n: number) => [string, string?]> = {
  exact: (n) => suggest(numberOf(n)),
  prefix: (n) => suggest(numberOf(n).slice(0, -2)),
  typo: (n) => suggest(numberOf(n).replace(/(\d)(\d)$/, "$2X")),
  keystroke: (n) => suggest(`kind ${n % 200}`.slice(0, 3 + (n % 5))),
  words: (n) => [`/api/search?q=${words[n % 8]}+${words[(n + 3) % 8]}+v${n % 500}`],
  category: (n) => [
    `/api/catalogue?type=kind-${1 + (n % 200)}&stock=1&f=size:200..${201 + (n % 19)}`,
  ],
  lines: (n) => [
    "/api/numbers/lookup",
    JSON.stringify({
      lines: Array.from({ length: 200 }, (_, at) => {
        const number = numberOf(1 + ((n + at * 101) % many));
        return at % 10 === 0 ? `${number}X 2` : `${number} 2`;
      }),
    }),
  ],
};

async function fill(databaseUrl: string): Promise<void> {
  const { db, close } = connect(databaseUrl, { most: 1 });
  const run = (query: ReturnType<typeof sql>) => db.execute(query);
  await run(sql`set statement_timeout = 0`);
  await run(sql`insert into part_types (name, slug)
    select 'Kind ' || n, 'kind-' || n from generate_series(1, 200) n`);
  await run(sql`insert into brands (name) select 'Maker ' || n from generate_series(1, 50) n`);
  await run(sql`insert into attributes (part_type_id, name, unit, kind)
    select id, 'Size', 'mm', 'number' from part_types
    union all select id, 'Side', null, 'choice' from part_types`);
  const step = 50_000;
  for (let from = 0; from < many; from += step) {
    const range = sql`generate_series(${from + 1}::int, ${Math.min(from + step, many)}::int) n`;
    await run(sql`
      insert into parts (id, name, img, description, minimum_quantity, availabl_quantity, price_cents,
        number, part_type_id)
      select gen_random_uuid(), initcap((${sql.param(words)}::text[])[1 + n % 8]) || ' ' ||
        (${sql.param(words)}::text[])[1 + (n / 8) % 8] || ' part V' || n % 500,
        '', '', 1, n % 50, 100 + n % 9000, 'PW-' || 10000 + n,
        (select min(id) from part_types) + n % 200
      from ${range}`);
    await run(sql`
      insert into part_numbers (part_id, kind, brand_id, written)
      select p.id, 'oe', (select min(id) from brands) + k, 'K' || k || '-' || md5(p.number || k)
      from parts p, generate_series(1, 4) k
      where p.position > (select max(position) - ${step}::int from parts)`);
    await run(sql`
      insert into part_attributes (part_id, attribute_id, number)
      select p.id, a.id, 200 + p.position % 20 from parts p
      join attributes a on a.part_type_id = p.part_type_id and a.kind = 'number'
      where p.position > (select max(position) - ${step}::int from parts)`);
  }
  await run(sql`vacuum analyze`);
  await close();
}
