// The numbers of all processes at one place: the first process asks each of the others.
import type { Worker } from "node:cluster";
import { labelled, type Metric } from "./metric.ts";
import { gauge } from "./own-metrics.ts";

/** One that does not answer by then is told to be silent, and does not hold up the others. */
const within = 3_000;

export type Collect = { own(): Metric[]; shared(): Promise<Metric[]> };
type Ask = { metricsAsked: number; shared: boolean };
type Answer = { metricsOf: number; own: Metric[]; shared: Metric[] };

/** Where there is only one process. */
export async function collectHere(collect: Collect | undefined): Promise<Metric[]> {
  return collect ? [...labelled(collect.own(), "1"), ...(await collect.shared())] : [];
}

/** In each of the others: answers when it is asked. */
export function answerWhenAsked({ own, shared }: Collect): void {
  process.on("message", async (message: Partial<Ask>) => {
    if (message.metricsAsked === undefined) return;
    const found = { own: own(), shared: message.shared ? await shared() : [] };
    process.send?.({ metricsOf: message.metricsAsked, ...found } satisfies Answer);
  });
}

let asked = 0;

/** By place: a process that took over another's place counts anew, as Prometheus expects it. */
export async function collectFrom(workers: readonly (Worker | undefined)[]): Promise<Metric[]> {
  // What the database says, one says for all.
  const first = workers.findIndex((worker) => worker?.isConnected());
  const answers = await Promise.all(
    workers.map((worker, place) => worker && ask(worker, place === first)),
  );
  return answers.flatMap((answer, place) => [
    ...labelled(answer?.own ?? [silent], String(place + 1)),
    ...(answer?.shared ?? []),
  ]);
}

const silent = gauge("shop_up", "Whether the process answers.", 0);

function ask(worker: Worker, shared: boolean): Promise<Answer | undefined> {
  const id = ++asked;
  return new Promise((resolve) => {
    const end = (answer?: Answer) => {
      clearTimeout(timer);
      worker.off("message", hear);
      resolve(answer);
    };
    const hear = (message: Partial<Answer>) => {
      if (message.metricsOf === id) end(message as Answer);
    };
    const timer = setTimeout(end, within);
    worker.on("message", hear);
    worker.send({ metricsAsked: id, shared } satisfies Ask, (error: Error | null) => {
      if (error) end();
    });
  });
}
