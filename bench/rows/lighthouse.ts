// Lighthouse on each public page: its phone, its slow 4G, its slow processor.
import { type Result, default as runLighthouse } from "lighthouse";
import { openChromium } from "../chromium.ts";
import { openDemoShop } from "../demo-shop.ts";
import { findPartPath } from "../find-part-path.ts";
import type { FigureSheet } from "../row.ts";

const paths = ["/", "/product", "/login", "/about", "/contact", "/blog"];
const ofTheShop = ["/shop", "/search?q=brake", "/basket"];
const runs = 3;
/** LCP and TBT in milliseconds. */
const most = { LCP: 1_300, TBT: 50, CLS: 0.02 };

export async function lighthouse(): Promise<FigureSheet[]> {
  const shop = await openDemoShop();
  const { browser, port } = await openChromium();
  const sheets: FigureSheet[] = [];
  for (const path of [...paths, ...ofTheShop, await findPartPath(shop)]) {
    // The first request fills the cache.
    await (await fetch(shop.url + path, { headers: { "accept-encoding": "br" } })).arrayBuffer();
    const results: Result[] = [];
    for (let run = 0; run < runs; run++) results.push(await look(shop.url + path, port));
    sheets.push(sheetOf(path, results));
  }
  await browser.close();
  await shop.stop();
  return sheets;
}

async function look(url: string, port: number): Promise<Result> {
  const run = await runLighthouse(url, { port, output: "json", logLevel: "error" });
  if (!run || run.lhr.runtimeError) {
    throw new Error(`Lighthouse could not look at ${url}: ${run?.lhr.runtimeError?.message}`);
  }
  return run.lhr;
}

function sheetOf(path: string, results: Result[]): FigureSheet {
  const middle = (of: (result: Result) => number) =>
    results.map(of).toSorted((a, b) => a - b)[Math.floor(results.length / 2)] ?? Number.NaN;
  const [result] = results;
  if (!result) throw new Error("Nothing was measured");
  const scores = Object.fromEntries(
    Object.keys(result.categories).map((name) => [name, middle((one) => scoreOf(one, name))]),
  );
  const times = {
    LCP: Math.round(middle((one) => figure(one, "largest-contentful-paint"))),
    TBT: Math.round(middle((one) => figure(one, "total-blocking-time"))),
    CLS: Number(middle((one) => figure(one, "cumulative-layout-shift")).toFixed(3)),
  };
  const below = Object.entries(scores).filter(([, score]) => score < 100);
  const over = Object.entries(times).filter(
    ([name, time]) => time >= most[name as keyof typeof most],
  );
  return {
    what: `Lighthouse: ${path}`,
    figures: { ...scores, ...times, "bytes alone": Math.round(middle(bytesAlone)) },
    missed: [
      ...below.map(([name, score]) => `${name} is ${score}`),
      ...over.map(([name, time]) => `${name} is ${time}`),
    ],
    remarks: Object.values(result.audits)
      .filter(({ score }) => score !== null && score < 1)
      .map(({ id, score, displayValue = "" }) => `${id} ${score} ${displayValue}`.trim()),
  };
}

function scoreOf({ categories }: Result, name: string): number {
  return Math.round((categories[name]?.score ?? 0) * 100);
}

function figure({ audits }: Result, name: string): number {
  return audits[name]?.numericValue ?? Number.POSITIVE_INFINITY;
}

/** The limit: the bytes before the largest paint at the simulated speed, after three round trips. */
function bytesAlone({ audits, configSettings }: Result): number {
  const { rttMs, throughputKbps } = configSettings.throttling;
  const [{ observedLargestContentfulPaint: paint = 0 } = {}] = itemsOf(audits.metrics);
  const before = itemsOf(audits["network-requests"]).filter(
    ({ networkEndTime = Number.POSITIVE_INFINITY }) => networkEndTime <= paint,
  );
  const bytes = before.reduce((sum, { transferSize = 0 }) => sum + transferSize, 0);
  return 3 * rttMs + (bytes * 8) / throughputKbps;
}

function itemsOf(audit: Result["audits"][string] | undefined): Record<string, number>[] {
  const { items = [] } = (audit?.details ?? {}) as { items?: Record<string, number>[] };
  return items;
}
