// What a process counts while it works: plain numbers, so that counting costs nothing.
import type { Metric, Sample } from "./metric.ts";

/** In seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

type Times = { buckets: number[]; sum: number; count: number };

export class Counts {
  /** Browsers that listen for changes now. */
  liveStreams = 0;
  readonly #times = new Map<string, Times>();
  /** By the first figure of the status. */
  readonly #classes = [0, 0, 0, 0, 0, 0];
  readonly #refusals = new Map<number, number>();

  /** `call` is the route, of which there are so many and no more. */
  add(call: string, status: number, seconds: number): void {
    const times = this.#times.get(call) ?? { buckets: bounds.map(() => 0), sum: 0, count: 0 };
    this.#times.set(call, times);
    const at = bounds.findIndex((bound) => seconds <= bound);
    if (at >= 0) times.buckets[at] = (times.buckets[at] ?? 0) + 1;
    times.sum += seconds;
    times.count++;
    this.addStatus(status);
    if (status >= 400) this.#refusals.set(status, (this.#refusals.get(status) ?? 0) + 1);
  }

  /** Of an answer whose time says nothing: a stream. */
  addStatus(status: number): void {
    const first = Math.floor(status / 100);
    this.#classes[first] = (this.#classes[first] ?? 0) + 1;
  }

  metrics(fromMemory: { whole: number; unchanged: number; missed: number }): Metric[] {
    const classes = this.#classes.map((count, first) => {
      // What is answered before the router is one of these two.
      const more = first === 2 ? fromMemory.whole : first === 3 ? fromMemory.unchanged : 0;
      return { labels: { status: `${first}xx` }, value: count + more };
    });
    return [
      {
        name: "shop_request_seconds",
        help: "Time from the request to the end of its answer, by call; not of prepared answers.",
        type: "histogram",
        samples: [...this.#times].flatMap(([call, times]) => samplesOf(call, times)),
      },
      {
        name: "shop_answers_total",
        help: "Answers by class of status, prepared ones included.",
        type: "counter",
        samples: classes.slice(1),
      },
      {
        name: "shop_refusals_total",
        help: "Answers of 400 and above by status: 401 and 403 are who may not, 429 who asks too often.",
        type: "counter",
        samples: [...this.#refusals].map(([status, value]) => ({
          labels: { status: String(status) },
          value,
        })),
      },
      {
        name: "shop_prepared_answers_total",
        help: "Requests for what is the same for everyone: answered from memory, or not before it was made.",
        type: "counter",
        samples: [
          { labels: { result: "hit" }, value: fromMemory.whole + fromMemory.unchanged },
          { labels: { result: "miss" }, value: fromMemory.missed },
        ],
      },
      {
        name: "shop_live_connections",
        help: "Browsers that listen for changes now.",
        type: "gauge",
        samples: [{ value: this.liveStreams }],
      },
    ];
  }
}

/** Each bucket holds what the ones before it hold, too. */
function samplesOf(call: string, { buckets, sum, count }: Times): Sample[] {
  let sofar = 0;
  const upTo = bounds.map((bound, at) => {
    sofar += buckets[at] ?? 0;
    return { suffix: "_bucket", labels: { call, le: String(bound) }, value: sofar };
  });
  return [
    ...upTo,
    { suffix: "_bucket", labels: { call, le: "+Inf" }, value: count },
    { suffix: "_sum", labels: { call }, value: sum },
    { suffix: "_count", labels: { call }, value: count },
  ];
}
