import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Registry } from "prom-client";
import type { Env } from "#server/platform/config/env.ts";
import { PortInUse } from "#server/platform/http/free-port.ts";
import { log } from "../log/log.ts";
import { hasMetricsToken } from "./has-metrics-token.ts";

type Settings = Pick<Env, "METRICS_PORT" | "METRICS_HOST" | "METRICS_TOKEN">;
export type MetricsServer = { port: number; stop(): Promise<void> };

export async function openMetricsServer(
  { METRICS_PORT: port, METRICS_HOST: host, METRICS_TOKEN: token }: Settings,
  read: () => Promise<string>,
): Promise<MetricsServer> {
  const server = createServer(async (request, response) => {
    response.setHeader("cache-control", "no-store");
    if (request.method !== "GET" || request.url !== "/metrics") {
      response.writeHead(404).end("There is GET /metrics\n");
    } else if (token && !hasMetricsToken(request.headers, token)) {
      response.writeHead(401, { "www-authenticate": "Bearer" }).end("Show METRICS_TOKEN\n");
    } else {
      try {
        const text = await read();
        const type = { "content-type": Registry.PROMETHEUS_CONTENT_TYPE };
        response.writeHead(200, type).end(text);
      } catch (error) {
        log.error({ err: error }, "Could not read the metrics");
        response.writeHead(500).end();
      }
    }
  });
  server.requestTimeout = 5_000;
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(error.code === "EADDRINUSE" ? new PortInUse(taken(port)) : error),
    );
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const taken = (port: number) =>
  `METRICS_PORT ${port} is in use by another program, or by another process of the shop on this ` +
  "machine: each needs one of its own. Stop it, or choose another.";
