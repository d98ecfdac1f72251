import cluster from "node:cluster";
import type { FastifyInstance } from "fastify";
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Registry } from "prom-client";
import type { Connection } from "#server/platform/database/connect.ts";
import type { Events } from "#server/platform/events/open-events.ts";
import type { ResponseCache } from "#server/platform/http/response-cache.ts";
import { measureRequests } from "./measure-requests.ts";

export type Metrics = {
  liveConnections: Gauge;
  jobFailures: Counter<"kind">;
  measureRequests(app: FastifyInstance): void;
  text(): Promise<string>;
};

export function createMetrics(
  { stats, events }: Pick<Connection, "stats"> & { events: Pick<Events, "behindMs"> },
  cache: ResponseCache,
  openShopMetrics: () => Registry,
): Metrics {
  const place = process.env.PLACE ?? "1";
  const own = new Registry();
  own.setDefaultLabels({ process: place });
  collectDefaultMetrics({ register: own });
  const liveConnections = new Gauge({
    name: "shop_live_connections",
    help: "Open event streams of browsers.",
    registers: [own],
  });
  const jobFailures = new Counter({
    name: "shop_job_failures_total",
    help: "Attempts of jobs that failed, by kind.",
    labelNames: ["kind"],
    registers: [own],
  });
  new Gauge({
    name: "shop_database_pool",
    help: "Connections of the process's pool: in all, idle ones, and queries that wait for one.",
    labelNames: ["state"],
    registers: [own],
    collect() {
      for (const [state, value] of Object.entries(stats())) this.set({ state }, value);
    },
  });
  new Gauge({
    name: "shop_events_behind_seconds",
    help: "Since the process last read the outbox; above 3 it serves nothing from memory.",
    registers: [own],
    collect() {
      this.set(events.behindMs() / 1_000);
    },
  });
  new Counter({
    name: "shop_prepared_answers_total",
    help: "Requests for what is the same for everyone: answered from memory, or made first.",
    labelNames: ["result"],
    registers: [own],
    collect() {
      this.reset();
      this.inc({ result: "hit" }, cache.counts.hits);
      this.inc({ result: "miss" }, cache.counts.misses);
    },
  });
  // Shop metrics come from the database, so one process reports them.
  const registries = place === "1" ? [own, openShopMetrics()] : [own];
  if (cluster.isWorker) AggregatorRegistry.setRegistries(registries);

  return {
    liveConnections,
    jobFailures,
    measureRequests: (app) => measureRequests(app, own),
    async text() {
      return (await Promise.all(registries.map((each) => each.metrics()))).join("\n");
    },
  };
}
