// A head may promise a body that never comes, or comes a byte at a time.
import type { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { FastifyInstance } from "fastify";
import type { ConnectionLimits } from "./connection-limits.ts";

/** Pictures have a time of their own (read-form-file.ts), and are read for whoever is signed in. */
const mayTakeLonger = /^multipart\/form-data\b/i;

/** Whose request was answered before it was there whole: to what comes yet, no other is given. */
export const answeredEarly = new WeakSet<Duplex>();

export function cutLateBodies(
  app: FastifyInstance,
  { bodyWithin }: Pick<ConnectionLimits, "bodyWithin">,
): void {
  app.addHook("onRequest", async ({ raw }, reply) => {
    if (raw.complete || !hasBody(raw)) return;
    if (mayTakeLonger.test(raw.headers["content-type"] ?? "")) return;
    const timer = setTimeout(() => cut(app, raw, reply.raw), bodyWithin).unref();
    raw.once("close", () => clearTimeout(timer));
  });
  // Refused before it was read: its sender may finish, so as to hear why, but not go on for ever.
  app.addHook("onResponse", async ({ raw }, reply) => {
    // What did not come over a line (Fastify's inject) cannot be late.
    if (raw.complete || raw.destroyed || !(raw.socket instanceof Socket)) return;
    answeredEarly.add(raw.socket);
    raw.once("end", () => answeredEarly.delete(raw.socket));
    const timer = setTimeout(() => cut(app, raw, reply.raw), bodyWithin).unref();
    raw.once("close", () => clearTimeout(timer));
  });
}

function cut(app: FastifyInstance, request: IncomingMessage, response: ServerResponse): void {
  if (request.complete) return;
  if (response.headersSent) return void request.socket.destroy();
  const late = Object.assign(new Error("The body is late"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
  app.server.emit("clientError", late, request.socket);
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}
