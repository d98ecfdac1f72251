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

export function limitBodyTime(
  app: FastifyInstance,
  { bodyWithin }: Pick<ConnectionLimits, "bodyWithin">,
): void {
  const cutLater = (request: IncomingMessage, response: ServerResponse) => {
    const timer = setTimeout(() => cut(app, request, response), bodyWithin).unref();
    request.once("close", () => clearTimeout(timer));
  };
  app.addHook("onRequest", ({ raw }, reply, done) => {
    const isSlow = mayTakeLonger.test(raw.headers["content-type"] ?? "");
    if (!raw.complete && hasBody(raw) && !isSlow) cutLater(raw, reply.raw);
    done();
  });
  // Refused before it was read: its sender may finish, so as to hear why, but not go on for ever.
  app.addHook("onResponse", ({ raw }, reply, done) => {
    // Fastify's inject has no socket.
    if (!raw.complete && !raw.destroyed && raw.socket instanceof Socket) {
      answeredEarly.add(raw.socket);
      raw.once("end", () => answeredEarly.delete(raw.socket));
      cutLater(raw, reply.raw);
    }
    done();
  });
}

function cut(app: FastifyInstance, request: IncomingMessage, response: ServerResponse): void {
  if (request.complete) return;
  if (response.headersSent) return void request.socket.destroy();
  const late = Object.assign(new Error("The body is late"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
  app.server.emit("clientError", late, request.socket);
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}
