import type { FastifyInstance } from "fastify";
import { Counter, Histogram, type Registry } from "prom-client";

const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const streams = new Set(["/api/live"]);

export function measureRequests(app: FastifyInstance, registry: Registry): void {
  const registers = [registry];
  const seconds = new Histogram({
    name: "shop_request_seconds",
    help: "Time from the request to the end of its response, by route.",
    labelNames: ["call"],
    buckets,
    registers,
  });
  const answers = new Counter({
    name: "shop_answers_total",
    help: "Responses by class of status.",
    labelNames: ["status"],
    registers,
  });
  const refusals = new Counter({
    name: "shop_refusals_total",
    help: "Responses of 400 and above by status.",
    labelNames: ["status"],
    registers,
  });
  app.addHook("onResponse", async ({ method, routeOptions }, reply) => {
    const status = reply.raw.statusCode;
    answers.inc({ status: `${Math.floor(status / 100)}xx` });
    if (status >= 400) refusals.inc({ status });
    // The route, because clients must not create label values.
    const call = routeOptions.url ? `${method} ${routeOptions.url}` : "none";
    if (!streams.has(routeOptions.url ?? "")) seconds.observe({ call }, reply.elapsedTime / 1_000);
  });
}
