// The HTTP server, and its refusals of what never becomes a request of Fastify's: in the one shape
// and with all headers, or the connection is closed.
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
  const server = createServer(serverOptions(limits), handle);
  server.on("checkExpectation", (_request: IncomingMessage, response: ServerResponse) =>
    response
      .writeHead(expectation.status, headersOf(expectation, headers))
      .end(textOf(expectation)),
  );
  // A shop is no proxy.
  server.on("connect", (_request: IncomingMessage, socket: Duplex) => {
    socket.on("error", () => {});
    close(socket, connect, headers);
  });
  limitConnections(server, limits, proxies);
  return server;
}

const expectation = refuse("malformed", "The shop cannot do what Expect asks for.");
const connect = refuse("method-not-allowed", "CONNECT is not possible here.");
const refusals: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: refuse("too-large", "The request's headers are too large."),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: refuse("too-large", "The request's chunks are too large."),
  ERR_HTTP_REQUEST_TIMEOUT: refuse("too-slow", "The request took too long to arrive."),
};
const unreadable = refuse("malformed", "That is not a request that can be understood.");

/** For what the parser could not read, or did not get in time. */
export function handleClientError(headers: Record<string, string>) {
  return (error: Error & { code?: string }, socket: Duplex): void => {
    if (error.code === "ECONNRESET" || !socket.writable || isAnswering(socket)) socket.destroy();
    else close(socket, refusals[error.code ?? ""] ?? unreadable, headers);
  };
}

/** An answer must not have another written into its middle, nor after its end. */
function isAnswering(socket: Duplex): boolean {
  // What Node's own refusal looks at, too; there is no other way to ask.
  const { _httpMessage: answer } = socket as { _httpMessage?: ServerResponse | null };
  return (answer?.headersSent ?? false) || answeredEarly.has(socket);
}

/** Who is still talking may not hear at once, and who does not listen is not waited for. */
const farewell = 500;

function close(socket: Duplex, refusal: Refusal, headers: Record<string, string>): void {
  const lines = Object.entries(headersOf(refusal, headers)).map(
    ([name, value]) => `${name}: ${value}`,
  );
  const status = `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`;
  socket.end(
    [status, `date: ${new Date().toUTCString()}`, ...lines, "", textOf(refusal)].join("\r\n"),
  );
  setTimeout(() => socket.destroy(), farewell).unref();
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
