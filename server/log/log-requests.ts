// The lines of requests: what went wrong, what took long, and each one for who wants to see them
// all (LOG_LEVEL=debug). A line names the route and never the address: what people send stands there.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isLogged, type LogLevel, say } from "./log.ts";

/** Longer than anything that is not somebody's slow line, in milliseconds. */
const slow = 3_000;

export function logRequests(app: FastifyInstance): void {
  app.addHook("onResponse", async (request, reply) => {
    const milliseconds = Math.round(reply.elapsedTime);
    const level = milliseconds > slow && !mayTakeLong(request, reply) ? "warn" : "debug";
    if (!isLogged(level)) return;
    const { method, id, routeOptions, is404 } = request;
    const route = is404 ? "nowhere" : routeOptions.url;
    const fields = { request: id, method, route, status: reply.raw.statusCode, milliseconds };
    say({ level, message: level === "warn" ? "A request took long" : "Request", fields });
  });
}

/** Streams last as long as somebody listens, and pictures come as fast as their line. */
function mayTakeLong({ headers }: FastifyRequest, reply: FastifyReply): boolean {
  const type = String(reply.raw.getHeader("content-type") ?? headers.accept ?? "");
  return type.includes("event-stream") || /^multipart\//.test(headers["content-type"] ?? "");
}

/** Of what was answered from memory: only what is known to be the shop's own is answered so. */
export function logPrepared({ method, url = "" }: IncomingMessage, response: ServerResponse): void {
  if (!isLogged("debug")) return;
  const fields = { method, route: url.replace(/[?#].*/s, ""), status: response.statusCode };
  say({ level: "debug", message: "Answered from memory", fields });
}

type PinoLine = {
  level: number;
  msg?: string;
  reqId?: string;
  err?: Error & { type?: string };
  [field: string]: unknown;
};

/** Lines of Fastify's own logger, which makes them JSON. Where nobody listens they go as they are. */
export const fastifyLines = {
  write(line: string): void {
    if (!isLogged("error")) {
      console.error(line.trimEnd());
      return;
    }
    const {
      level,
      msg,
      reqId,
      err,
      time: _,
      pid: __,
      hostname: ___,
      ...more
    }: PinoLine = JSON.parse(line);
    const message = msg ?? err?.message ?? String(more.kind ?? "");
    const error = err && { ...err, name: err.type ?? "Error" };
    say({
      level: levelOf(level),
      message,
      fields: { request: reqId, ...more },
      ...(error && { error }),
    });
  },
};

function levelOf(pino: number): LogLevel {
  if (pino >= 50) return "error";
  if (pino >= 40) return "warn";
  return pino >= 30 ? "info" : "debug";
}
