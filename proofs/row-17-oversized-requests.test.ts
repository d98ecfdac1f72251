// Row 17: oversized bodies, limits and searches cost little memory, and little time of others.
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { sendLargeBody } from "#tests/send-large-body.ts";
import { loadInBackground } from "./background-load.ts";
import { addressOf, everyCall, nothing } from "./calls.ts";
import { list } from "./list.ts";
import { memoryOf } from "./memory-of.ts";
import { adminOf } from "./orders.ts";
import { cookieOf } from "./people.ts";
import { encoded } from "./places.ts";
import { full, report } from "./report.ts";
import { mapConcurrently, sendJson } from "./send-request.ts";
import { serve } from "./serve.ts";
import { type Options, type Shop, startShop } from "./start-shop.ts";
import { quantile } from "./statistics.ts";

const longest = 100;
const fill = (piece: string) => piece.repeat(Math.ceil(longest / piece.length)).slice(0, longest);

const expensiveSearches: readonly string[] = [
  "%",
  "_",
  "\\",
  "%%%%",
  "____",
  "\\\\\\",
  "%_%_%_",
  "\\%",
  "\\_",
  "%\\",
  "*",
  "?",
  ".",
  "(a+)+$",
  "^(.*)*$",
  "(.*.*.*)*x",
  "[",
  "(",
  "(?=a)",
  "\\b\\w+\\b",
  "a{99999}",
  "(a|a)*b",
  fill("%"),
  fill("_"),
  fill("\\"),
  fill("%_"),
  fill("%a"),
  fill("a%"),
  fill("(a+)+"),
  fill(".*"),
  fill("a"),
  fill("a "),
  fill("e r a "),
  fill("🛞"),
  fill("🛞 "),
  fill("é"),
  fill("e\u0301"),
  "a",
  "e",
  "1",
  " ",
  "-",
  ",",
  "brake",
  "a e i o",
  "1 2 3 4 5 6 7 8 9",
  "x".repeat(longest),
  ...list`
    🛞  👩\u{200d}👩\u{200d}👧\u{200d}👦  ﷺ  İ  ß  ı  \u{200b}  \u{202e}  \u{feff}  '  "  --  ;  \t  \n`,
  "' or 1=1",
  "<>",
  "&|!",
  "a & b",
  ":*",
  "a <-> b",
  "\u0301\u0301\u0301",
  "0".repeat(longest),
  "y".repeat(101),
  "🛞".repeat(60),
  "a".repeat(10_000),
  "%".repeat(5_000),
];

const extremeLimits: readonly string[] = [
  "limit=1000000000",
  "limit=1e9",
  "limit=999999999",
  "limit=-1",
  "limit=0",
  "limit=101",
  "limit=9".padEnd(400, "9"),
  "limit=0x7fffffff",
  "limit=NaN",
  "limit=Infinity",
  "limit=",
  "limit=100&limit=1e9",
  "limit[]=1e9",
  "newest=1e9",
  "newest=1000000000",
  "newest=101",
];

const partCount = Number(process.env.PARTS ?? 100_000);
const seconds = Number(process.env.SECONDS ?? 60);
const megabyte = 1024 * 1024;
const refusedWithinMs = 1_000;
const isServedOrRefused = (status: number) => status === 200 || (status >= 400 && status < 500);

async function open(count: number, options: Options = {}) {
  const shop = await startShop(options);
  const kinds = "array['Brake disc', 'Oil filter', 'Wheel bearing', 'Spark plug', 'Clutch kit']";
  await shop.database.query(
    `insert into parts
      (id, name, img, description, minimum_quantity, availabl_quantity, price_cents)
    select gen_random_uuid(), (${kinds})[1 + n % 5] || ', ' || n || ' mm, series ' || md5(n::text),
      '', 'Cast, machined and balanced; kept in stock for the workshop of today.', 1, 0, 4550
    from generate_series(1, $1::int) n`,
    [count],
  );
  await shop.database.query("analyze parts");
  const headers = { ...cookieOf(await adminOf(shop)), origin: shop.url };
  return { shop, headers };
}

const oversizedPaths = everyCall
  .filter(({ query }) => query && "limit" in query)
  .flatMap((call) => {
    const path = addressOf(`/api${call.path}`, nothing, call);
    const start = path + (path.includes("?") ? "&" : "?");
    const words = "q" in (call.query ?? {}) ? expensiveSearches : [];
    const ends = ["", "&limit=100", ...("newest" in (call.query ?? {}) ? ["&newest=100"] : [])];
    return [
      ...extremeLimits.map((limit) => start + limit),
      ...words.flatMap((word) => ends.map((end) => `${start}q=${encoded(word)}${end}`)),
    ];
  });

async function requestOversized(url: string, headers: Record<string, string>) {
  const problems = await mapConcurrently(oversizedPaths, async (path) => {
    const { status, milliseconds } = await sendJson(url, "GET", path, { headers });
    const isLate = full && status >= 400 && milliseconds > refusedWithinMs;
    const isRight = isServedOrRefused(status) && !isLate;
    return isRight ? "" : `${status} after ${milliseconds} ms: ${path}`;
  });
  return problems.filter(Boolean);
}

async function sendOversized(
  url: string,
  headers: Record<string, string>,
  bytes = full ? 200 * megabyte : 16 * megabyte,
) {
  const types = ["application/json", "text/plain", "multipart/form-data; boundary=x"];
  const bodies = everyCall
    .filter(({ method }) => method !== "GET")
    .flatMap((call) =>
      types.flatMap((type) =>
        [true, false].map((announced) => ({
          method: call.method,
          path: addressOf(`/api${call.path}`, nothing),
          announced,
          headers: { ...headers, "content-type": type },
          bytes,
        })),
      ),
    );
  const problems = await mapConcurrently(bodies, async (body) => {
    const { status, milliseconds, sent } = await sendLargeBody(url, body);
    const isRefused = status === 0 || (status >= 400 && status < 500);
    if (isRefused && !(full && milliseconds > refusedWithinMs)) return "";
    const { method, path, announced } = body;
    const took = `${Math.round(milliseconds)} ms, ${Math.round(sent / megabyte)} MB`;
    const type = body.headers["content-type"];
    return `${status} to ${method} ${path} (${type}, ${announced}) after ${took}`;
  });
  return { sent: bodies.length, problems: problems.filter(Boolean) };
}

async function browse({ url }: Shop, ids: readonly string[], ms: number): Promise<number> {
  const times: number[] = [];
  for (const until = performance.now() + ms; performance.now() < until; ) {
    const id = ids[times.length % ids.length];
    const { status, milliseconds } = await sendJson(url, "GET", `/api/purchase/${id}`);
    expect(status).toBe(200);
    times.push(milliseconds);
    await sleep(5);
  }
  return quantile(times, 0.95);
}

describe("row 17: oversized requests", () => {
  it("are refused or answered", async () => {
    const { shop, headers } = await open(full ? 1_000 : 200);
    const problems = await requestOversized(shop.url, headers);
    const bodies = await sendOversized(shop.url, headers);
    expect((await shop.request("/api/parts?limit=1")).status).toBe(200);
    report({
      check: "limits, search terms and bodies beyond measure",
      target: "refused within 1 s, or answered",
      figure: `${oversizedPaths.length} lists and searches, ${bodies.sent} bodies of 200 MB`,
      faults: [...problems, ...bodies.problems],
    });
  });

  it("negative control: a search that takes words for a pattern is found out", async () => {
    const options = { faults: ["searchByPattern"], expectedComplaints: /regular expression/ };
    const { shop, headers } = await open(10, options);
    const problems = await requestOversized(shop.url, headers);
    expect(problems).toContainEqual(expect.stringMatching(/^500 .*q=%5B$/));
  });

  it("negative control: a server that reads whole bodies is found out", async () => {
    const url = await serve((request, response) => {
      request.resume().on("end", () => response.end());
    });
    const { sent, problems } = await sendOversized(url, {}, megabyte);
    expect(problems).toHaveLength(sent);
  });

  it.runIf(full)("cost little memory, and little of others' time", async () => {
    const { shop, headers } = await open(partCount);
    const rows = await shop.database.query<{ id: string }>("select id from parts limit 5000");
    const ids = rows.map(({ id }) => id);
    await browse(shop, ids, 3_000);
    const quiet = await browse(shop, ids, (seconds * 1_000) / 4);
    const { pid } = shop.program();
    const before = await memoryOf(pid);
    let peak = before;
    const sampling = setInterval(async () => {
      peak = Math.max(peak, await memoryOf(pid).catch(() => 0));
    }, 100);
    onTestFinished(() => clearInterval(sampling));
    const requests = oversizedPaths.map((path) => ({ path, headers }));
    const stop = loadInBackground({ url: shop.url, requests, connections: 4 });
    const loaded = await browse(shop, ids, seconds * 1_000);
    const { statuses, slowestRefusalMs } = await stop();
    const sent = Object.values(statuses).reduce((sum, count) => sum + count, 0);
    const others = Object.keys(statuses).filter((status) => !isServedOrRefused(Number(status)));
    const grownMb = (peak - before) / megabyte;
    const ratio = loaded / quiet;
    report({
      check: `limits and searches beyond measure, ${partCount} parts, without a pause`,
      target: "refused within 1 s or answered, memory up by under 100 MB, others' p95 under twice",
      figure: `${sent} requests, slowest refusal ${slowestRefusalMs.toFixed(0)} ms, memory up by ${grownMb.toFixed(0)} MB, others' p95 ${ratio.toFixed(2)} times (${quiet.toFixed(1)} to ${loaded.toFixed(1)} ms)`,
      faults: others,
      pass: grownMb < 100 && ratio < 2 && slowestRefusalMs < refusedWithinMs,
    });
  });
});
