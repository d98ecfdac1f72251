// What a process says of itself.
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { PreparedAnswers } from "#server/http/prepared.ts";
import type { Shop } from "#server/shop.ts";
import type { Metric } from "./metric.ts";

/** In milliseconds: the lag is what a timer of so much takes longer. */
const resolution = 20;

export function openOwnMetrics(
  { stats, counts }: Pick<Shop, "stats" | "counts">,
  prepared: PreparedAnswers,
): () => Metric[] {
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();
  const lag = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - resolution / 1_000);

  return () => {
    const { total, idle, waiting } = stats();
    const { rss, heapUsed } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    const lags = [
      { labels: { quantile: "0.5" }, value: lag(delay.percentile(50)) },
      { labels: { quantile: "0.99" }, value: lag(delay.percentile(99)) },
      { labels: { quantile: "1" }, value: lag(delay.max) },
    ];
    delay.reset();
    return [
      gauge("shop_up", "Whether the process answers.", 1),
      ...counts.metrics(prepared.counts),
      {
        name: "shop_database_pool",
        help: "Connections of the process that are in use and idle, and queries that wait for one.",
        type: "gauge",
        samples: [
          { labels: { state: "busy" }, value: total - idle },
          { labels: { state: "idle" }, value: idle },
          { labels: { state: "waiting" }, value: waiting },
        ],
      },
      {
        name: "shop_event_loop_lag_seconds",
        help: "How much later than wanted things were done, since the last time that this was read.",
        type: "gauge",
        samples: lags,
      },
      gauge("process_resident_memory_bytes", "Memory of the process.", rss),
      gauge("nodejs_heap_size_used_bytes", "Of it, objects.", heapUsed),
      {
        ...gauge("process_cpu_seconds_total", "Time on a processor.", (user + system) / 1e6),
        type: "counter",
      },
      gauge("process_start_time_seconds", "When it was started.", performance.timeOrigin / 1_000),
    ];
  };
}

export function gauge(name: string, help: string, value: number): Metric {
  return { name, help, type: "gauge", samples: [{ value }] };
}
