import type { FastifyInstance } from "fastify";
import type { Counts } from "./counts.ts";

/** Streams last as long as somebody listens. */
const streams = new Set(["/api/live"]);

/** What goes through the router; what is answered before it counts itself (http/prepared.ts). */
export function measureCalls(app: FastifyInstance, counts: Counts): void {
  app.addHook("onResponse", async (request, reply) => {
    const { url } = request.routeOptions;
    const status = reply.raw.statusCode;
    if (url && streams.has(url)) return counts.addStatus(status);
    // By the route, not by the address: nobody may make up names of calls.
    counts.add(url ? `${request.method} ${url}` : "none", status, reply.elapsedTime / 1_000);
  });
}
