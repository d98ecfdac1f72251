// Each public page as Lighthouse sees it: on its phone, with its slow 4G and its slow processor.
import { type Result, default as runLighthouse } from "lighthouse";
import { openChromium } from "../chromium.ts";
import { openDemoShop } from "../demo-shop.ts";
import type { Sheet } from "../row.ts";

const paths = ["/", "/product", "/login", "/about", "/contact", "/blog"];
const runs = 3;
/** In milliseconds; the shift is of the whole screen. */
const most = { LCP: 1_300, TBT: 50, CLS: 0.02 };

export async function lighthouse(): Promise<Sheet[]> {
  const shop = await openDemoShop();
  const { browser, port } = await openChromium();
  const sheets: Sheet[] = [];
  for (const path of paths) {
    // The first request of all prepares the page.
    await (await fetch(shop.url + path, { headers: { "accept-encoding": "br" } })).arrayBuffer();
    const results: Result[] = [];
    for (let run = 0; run < runs; run++) results.push(await look(shop.url + path, port));
    sheets.push(sheetOf(path, middleOf(results)));
  }
  await browser.close();
  await shop.stop();
  return sheets;
}

async function look(url: string, port: number): Promise<Result> {
  // Nothing is set: the phone is what it measures by itself.
  const run = await runLighthouse(url, { port, output: "json", logLevel: "error" });
  if (!run || run.lhr.runtimeError) {
    throw new Error(`Lighthouse could not look at ${url}: ${run?.lhr.runtimeError?.message}`);
  }
  return run.lhr;
}

function middleOf(results: Result[]): Result {
  const sorted = results.toSorted(
    (a, b) => scoreOf(a, "performance") - scoreOf(b, "performance") || tbt(b) - tbt(a),
  );
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (!middle) throw new Error("Nothing was measured");
  return middle;
}

function sheetOf(path: string, result: Result): Sheet {
  const scores = Object.fromEntries(
    Object.keys(result.categories).map((name) => [name, scoreOf(result, name)]),
  );
  const times = {
    LCP: Math.round(figure(result, "largest-contentful-paint")),
    TBT: Math.round(tbt(result)),
    CLS: Number(figure(result, "cumulative-layout-shift").toFixed(3)),
  };
  const below = Object.entries(scores).filter(([, score]) => score < 100);
  const over = Object.entries(times).filter(
    ([name, time]) => time >= most[name as keyof typeof most],
  );
  return {
    what: `Lighthouse: ${path}`,
    figures: { ...scores, ...times },
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

function tbt(result: Result): number {
  return figure(result, "total-blocking-time");
}
