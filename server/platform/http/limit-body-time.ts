import type { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { FastifyInstance } from "fastify";
import type { ConnectionLimits } from "./connection-limits.ts";

const isUpload = /^multipart\/form-data\b/i;

/** Answered before the whole request arrived; the rest of it gets no second response. */
export const answeredEarly = new WeakSet<Duplex>();

export function limitBodyTime(
  app: FastifyInstance,
  { bodyTimeoutMs }: Pick<ConnectionLimits, "bodyTimeoutMs">,
): void {
  const startTimeout = (request: IncomingMessage, response: ServerResponse) => {
    const timer = setTimeout(() => timeOut(app, request, response), bodyTimeoutMs).unref();
    request.once("close", () => clearTimeout(timer));
  };
  app.addHook("onRequest", ({ raw }, reply, done) => {
    const hasOwnTimeout = isUpload.test(raw.headers["content-type"] ?? "");
    if (!raw.complete && hasBody(raw) && !hasOwnTimeout) startTimeout(raw, reply.raw);
    done();
  });
  // After an early refusal the client may finish sending, so that it reads the response.
  app.addHook("onResponse", ({ raw }, reply, done) => {
    // Fastify's inject has no socket.
    if (!raw.complete && !raw.destroyed && raw.socket instanceof Socket) {
      answeredEarly.add(raw.socket);
      raw.once("end", () => answeredEarly.delete(raw.socket));
      startTimeout(raw, reply.raw);
    }
    done();
  });
}

function timeOut(app: FastifyInstance, request: IncomingMessage, response: ServerResponse): void {
  if (request.complete) return;
  if (response.headersSent) return void request.socket.destroy();
  const late = Object.assign(new Error("Body timeout"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
  app.server.emit("clientError", late, request.socket);
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}
