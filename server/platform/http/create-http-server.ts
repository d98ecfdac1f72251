import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import type { Duplex } from "node:stream";
import { type Refusal, refuse } from "#contract/refusals.ts";
import { type ConnectionLimits, limitConnections, serverOptions } from "./connection-limits.ts";
import { answeredEarly } from "./limit-body-time.ts";

type Options = {
  headers: Record<string, string>;
  proxies: readonly string[];
  limits: ConnectionLimits;
};

export function createHttpServer(
  handle: RequestListener,
  { headers, proxies, limits }: Options,
): Server {
  const server = createServer(serverOptions(limits), (request, response) => {
    if (isEventStream(responses.get(request.socket))) return void request.socket.destroy();
    trackResponse(request.socket, response);
    handle(request, response);
  });
  server.on("checkExpectation", (_request: IncomingMessage, response: ServerResponse) =>
    response
      .writeHead(expectation.status, headersOf(expectation, headers))
      .end(textOf(expectation)),
  );
  server.on("connect", (_request: IncomingMessage, socket: Duplex) => {
    socket.on("error", () => {});
    close(socket, connect, headers);
  });
  limitConnections(server, limits, proxies);
  return server;
}

const expectation = refuse("malformed", "The Expect header is not supported.");
const connect = refuse("method-not-allowed", "CONNECT is not possible here.");
const refusals: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: refuse("too-large", "The request's headers are too large."),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: refuse("too-large", "The request's chunks are too large."),
  ERR_HTTP_REQUEST_TIMEOUT: refuse("too-slow", "The request took too long to arrive."),
};
const unreadable = refuse("malformed", "That is not a request that can be understood.");

export function handleClientError(headers: Record<string, string>) {
  return (error: Error & { code?: string }, socket: Duplex): void => {
    if (error.code === "ECONNRESET" || !socket.writable || hasResponse(socket)) socket.destroy();
    else close(socket, refusals[error.code ?? ""] ?? unreadable, headers);
  };
}

/** The newest open response of each connection. */
const responses = new WeakMap<Duplex, ServerResponse>();

function trackResponse(socket: Duplex, response: ServerResponse): void {
  responses.set(socket, response);
  response.once("close", () => {
    if (responses.get(socket) === response) responses.delete(socket);
  });
}

/** It lasts as long as its connection: a response to a further request would wait without end. */
function isEventStream(response: ServerResponse | undefined): boolean {
  return response?.getHeader("content-type") === "text/event-stream";
}

/** A second response must not be written into or after the first. */
function hasResponse(socket: Duplex): boolean {
  const response = responses.get(socket);
  // Without a socket it waits for the response to an earlier, pipelined request.
  const hasBegun = response && (response.headersSent || response.socket === null);
  return hasBegun || answeredEarly.has(socket);
}

/** For clients that are still sending. */
const closeDelayMs = 500;

function close(socket: Duplex, refusal: Refusal, headers: Record<string, string>): void {
  const lines = Object.entries(headersOf(refusal, headers)).map(
    ([name, value]) => `${name}: ${value}`,
  );
  const status = `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`;
  socket.end(
    [status, `date: ${new Date().toUTCString()}`, ...lines, "", textOf(refusal)].join("\r\n"),
  );
  setTimeout(() => socket.destroy(), closeDelayMs).unref();
}

function headersOf(refusal: Refusal, headers: Record<string, string>): Record<string, string> {
  return {
    ...headers,
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(textOf(refusal))),
    "cache-control": "no-store",
    connection: "close",
  };
}

const textOf = (refusal: Refusal) => JSON.stringify(refusal);
