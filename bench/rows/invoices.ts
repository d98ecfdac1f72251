import { monitorEventLoopDelay } from "node:perf_hooks";
import { writeInThread } from "#server/modules/papers/write-in-thread.ts";
import { aDocument } from "#tests/builders/document.ts";
import { compareWithBudget, type FigureSheet, type Row } from "../row.ts";

const maxMs = 100;
const rounds = 300;
const resolutionMs = 1;

/** Twenty lines between two companies, so with the XML attached. */
export async function invoices(): Promise<(Row | FigureSheet)[]> {
  const [line] = aDocument().lines;
  const data = aDocument({}, line && Array.from({ length: 20 }, () => line));
  const write = async () => {
    const since = performance.now();
    await writeInThread({ kind: "document", data });
    return performance.now() - since;
  };
  for (let round = 0; round < 20; round++) await write();
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  const measured: number[] = [];
  for (let round = 0; round < rounds; round++) measured.push(await write());
  delay.disable();
  const megabytes = Math.round(process.memoryUsage().rss / 2 ** 20);
  const what = "an invoice of 20 lines as PDF/A-3 with its XML, in a thread";
  const sorted = measured.toSorted((one, other) => one - other);
  const inMs = (nanoseconds: number) => Number((nanoseconds / 1e6 - resolutionMs).toFixed(1));
  return [
    { what, ...compareWithBudget(maxMs, measured), megabytes },
    {
      what: "the same, p95 and what the thread of requests waits meanwhile",
      figures: {
        "p95 ms": Number(sorted[Math.floor(rounds * 0.95)]?.toFixed(1)),
        "wait p50 ms": inMs(delay.percentile(50)),
        "wait p99 ms": inMs(delay.percentile(99)),
      },
      missed: (sorted[Math.floor(rounds * 0.95)] ?? 0) > maxMs ? [`p95 above ${maxMs} ms`] : [],
    },
  ];
}
