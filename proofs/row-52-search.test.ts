// Row 52: the searches answer whatever is typed, and others do not wait for it.
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { pick, randomBelow } from "#tests/random.ts";
import { loadInBackground } from "./background-load.ts";
import { clearLimits } from "./database.ts";
import { list } from "./list.ts";
import { encoded } from "./places.ts";
import { control, full, report } from "./report.ts";
import { mapConcurrently, sendJson } from "./send-request.ts";
import { type Options, type Shop, startShop } from "./start-shop.ts";
import { quantile } from "./statistics.ts";

const count = full ? Number(process.env.CASES ?? 100_000) : 1_000;
const partCount = full ? 100_000 : 200;
/** Alarm of the design for free text with a word that is not understood. */
const alarmMs = 100;

/** As people type: numbers in any punctuation, words, sizes, each with a mistake now and then. */
const typed = [
  "PW-2312",
  "pw 2312",
  "43512-0K050",
  "8V0 615 301 A",
  "A3",
  "W211",
  "2040023120047",
  "brake disc",
  "discs 312mm",
  "14v alternator",
  "M20x1.5",
  "brake pad cermaic",
  "front left",
  "egr valve",
  "320.5",
  "0",
  "O",
  "1",
  "I",
  "РW-2312",
  "bolt",
  "rotor Ostkamp 330 mm",
];
const hostile: readonly string[] = [
  "%",
  "_",
  "\\",
  "%_\\",
  "%%%%%%",
  "\\\\\\",
  "'",
  '"',
  "' or 1=1 --",
  "$$",
  ":*",
  "&|!()<->",
  "(a+)+$",
  "[",
  "(?=a)",
  "a{99999}",
  "🚗🚗",
  "\u202eabc\u202c",
  "\u0301\u0301",
  "\u200b",
  "x".repeat(200),
  "1".repeat(200),
  "a ".repeat(100),
  "%".repeat(200),
  "x".repeat(201),
  ...list`İ  ß  ﷺ  1e400  -1  NaN  null  0x7fffffff  4.35E+10  55c+40c+H282  \0  \n  \t  <b>`,
];
const signs = [..."abcdeßéАВ019-_.,;:/\\%'\"()[]{}<>|&!*+~#@ \t🚗\u0000\u202e\u0301"];

function anything(): string {
  const kind = randomBelow(4);
  if (kind === 0) return pick(typed);
  if (kind === 1) return pick(hostile);
  if (kind === 2) return mistype(pick(typed));
  return Array.from({ length: randomBelow(60) }, () => pick(signs)).join("");
}

function mistype(text: string): string {
  const at = randomBelow(text.length);
  const other = [pick(signs), "", `${text[at]}${text[at]}`][randomBelow(3)];
  return text.slice(0, at) + other + text.slice(at + 1);
}

type Asked = { method: string; path: string; body?: object };

function aSearch(): Asked {
  const q = anything();
  const filters = [
    ["type", () => pick(["brake-discs", "alternators", "nothing", anything()])],
    ["f", () => pick(["position:Front", "diameter:..300", "a:b:c", anything()])],
    ["brand", () => pick(["Ostkamp", anything()])],
    ["vehicle", () => pick(["1", "0", "999999999", "9999999999", "-1", anything()])],
    ["sort", () => pick(["name", "price", "price-down", "newest", anything()])],
    ["after", () => pick([crypto.randomUUID(), anything()])],
  ] as const;
  const query = filters
    .filter(() => randomBelow(4) === 0)
    .map(([name, value]) => `&${name}=${encoded(value())}`)
    .join("");
  const kind = randomBelow(10);
  if (kind === 0) {
    const lines = Array.from({ length: randomBelow(20) }, anything);
    return { method: "POST", path: "/api/numbers/lookup", body: { lines } };
  }
  if (kind === 1) return { method: "GET", path: `/api/catalogue?${query.slice(1)}` };
  if (kind === 2) return { method: "GET", path: `/api/numbers/${encoded(q) || "x"}` };
  const call = kind < 7 ? "/api/search/suggest" : "/api/search";
  const own = kind < 7 ? query.replace(/&(?!vehicle)[^&]*/g, "") : query;
  return { method: "GET", path: `${call}?q=${encoded(q)}${own}` };
}

const isServedOrRefused = (status: number) => status < 500 && status !== 0;

async function open(options: Options = {}): Promise<Shop> {
  const shop = await startShop({ ...options, env: { RATE_LIMIT_FACTOR: "1000000" } });
  await shop.database.query(
    `with added as (
      insert into parts
        (id, name, img, description, minimum_quantity, availabl_quantity, price_cents)
      select gen_random_uuid(), (array['Brake disc', 'Oil filter', 'Wheel bolt'])[1 + n % 3]
        || ', ' || n || ' mm', '', '', 1, 1000, 4550 from generate_series(1, $1::int) n
      returning id
    ), stocked as (
      insert into stock (part_id, on_hand) select id, 1000 from added
    )
    insert into inventory_movements (part_id, reason, on_hand_change, source_id)
    select id, 'opening', 1000, id from added`,
    [partCount],
  );
  await shop.database.query("analyze parts");
  return shop;
}

async function searchAll(shop: Shop, searches: readonly Asked[]) {
  const times: number[] = [];
  const faults = await mapConcurrently(searches, async ({ method, path, body }) => {
    const { status, milliseconds } = await sendJson(shop.url, method, path, { body });
    times.push(milliseconds);
    return isServedOrRefused(status) ? "" : `${status}: ${path} ${JSON.stringify(body ?? "")}`;
  });
  return { times, faults: faults.filter(Boolean) };
}

async function browse(shop: Shop, ids: readonly string[], ms: number): Promise<number> {
  const times: number[] = [];
  for (const until = performance.now() + ms; performance.now() < until; ) {
    const path = `/api/purchase/${ids[times.length % ids.length]}`;
    times.push((await sendJson(shop.url, "GET", path)).milliseconds);
    await sleep(5);
  }
  return quantile(times, 0.95);
}

describe("row 52: searches", () => {
  it("answer or refuse whatever is typed", async () => {
    const shop = await open();
    const { times, faults } = await searchAll(shop, Array.from({ length: count }, aSearch));
    const p95 = quantile(times, 0.95);
    report({
      check: "random and hostile searches, eight at once",
      target: `no 5xx, p95 under ${alarmMs} ms`,
      figure: `${times.length} asked of ${partCount} parts, p95 ${p95.toFixed(1)} ms`,
      faults,
      pass: p95 < alarmMs,
    });
  });

  it.runIf(full)("leave others their time", async () => {
    const shop = await open();
    const rows = await shop.database.query<{ id: string }>("select id from parts limit 5000");
    const ids = rows.map(({ id }) => id);
    await browse(shop, ids, 3_000);
    const quiet = await browse(shop, ids, 15_000);
    await clearLimits(shop.database);
    const requests = Array.from({ length: 5_000 }, aSearch);
    const stop = loadInBackground({ url: shop.url, requests, connections: 2 });
    const loaded = await browse(shop, ids, 30_000);
    const { statuses } = await stop();
    const wrong = Object.keys(statuses).filter((status) => !isServedOrRefused(Number(status)));
    report({
      check: "others beside searches without a pause",
      target: "p95 under twice",
      figure: `${(loaded / quiet).toFixed(2)} times (${quiet.toFixed(1)} to ${loaded.toFixed(1)} ms)`,
      faults: wrong,
      pass: loaded / quiet < 2,
    });
  });

  control("negative control: a search that decodes twice is found out", async () => {
    const shop = await open({ faults: ["decodeTwice"], expectedComplaints: /URI malformed/ });
    const { faults } = await searchAll(shop, Array.from({ length: 300 }, aSearch));
    expect(faults).toContainEqual(expect.stringMatching(/^500: \/api\/search\/suggest/));
  });
});
