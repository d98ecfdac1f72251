// Every refusal has one shape. An unexpected error shows only its request id.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Call, type Calls, callRoot } from "#contract/call.ts";
import { type Refusal, type RefusalCode, refuse } from "#contract/refusals.ts";
import {
  isDatabaseUnreachable,
  isOwnerDeleted,
  withoutQueryValues,
} from "#server/platform/database/database-errors.ts";
import { TooManyToSearch } from "#server/platform/database/list-found.ts";
import { RefusalError } from "./refusal-error.ts";

const byStatus: Record<number, [RefusalCode, string]> = {
  400: ["malformed", "The request could not be understood."],
  404: ["not-found", "There is nothing at this address."],
  405: ["method-not-allowed", "That is not possible at this address."],
  408: ["too-slow", "The request took too long to arrive."],
  413: ["too-large", "That is more than the shop accepts at once."],
  414: ["too-large", "That address is too long."],
  415: ["unsupported-media-type", "Please send the data as application/json."],
  431: ["too-large", "The request's headers are too large."],
};

export function toRefusal(error: unknown, requestId: string): Refusal {
  if (error instanceof RefusalError) return error.refusal;
  if (error instanceof TooManyToSearch)
    return refuse("invalid", error.message, { q: error.message });
  // First: an aborted request looks like a lost database connection.
  const known = byStatus[(error as FastifyError).statusCode ?? 500];
  if (known) return refuse(...known);
  if (isDatabaseUnreachable(error)) {
    return refuse("unavailable", "The shop cannot do that right now. Please try again shortly.");
  }
  if (isOwnerDeleted(error))
    return refuse("not-signed-in", "Your session has ended. Please sign in.");
  return refuse(
    "surprise",
    `Something went wrong on our side. If you contact us, please mention request ${requestId}.`,
  );
}

const defaultRetryAfter: Partial<Record<RefusalCode, number>> = {
  "too-many": 3_600,
  unavailable: 2,
};

export type ErrorPage = (refusal: Refusal) => string;

export function handleErrors(
  app: FastifyInstance,
  table: Record<string, Calls>,
  page: ErrorPage,
): void {
  const calls = Object.values(table).flatMap((domain) => Object.values(domain));
  app.setErrorHandler((error, request, reply) => fail(error, request, reply, page));
  app.setNotFoundHandler((request, reply) => {
    const methods = methodsAt(calls, request.url);
    if (methods.length === 0) return fail(new RefusalError(nothingHere), request, reply, page);
    reply.header("allow", methods.join(", "));
    const refusal = refuse("method-not-allowed", `${request.method} is not possible here.`);
    return fail(new RefusalError(refusal), request, reply, page);
  });
}

const nothingHere = refuse("not-found", "There is nothing at this address.");

function fail(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  page: ErrorPage,
): FastifyReply {
  const refusal = toRefusal(error, request.id);
  if (refusal.code === "surprise") request.log.error({ err: withoutQueryValues(error) });
  const wait = refusal.retryAfter ?? defaultRetryAfter[refusal.code];
  if (wait) reply.header("retry-after", String(wait));
  if (refusal.code === "unavailable") logOutage(request, error);
  reply.status(refusal.status).header("cache-control", "no-store");
  const isPage = request.method === "GET" && !isCall(pathFromUrl(request.url));
  return isPage && request.headers.accept?.includes("text/html")
    ? reply.type("text/html; charset=utf-8").send(page(refusal))
    : reply.send(refusal);
}

let lastOutage = Number.NEGATIVE_INFINITY;

function logOutage(request: FastifyRequest, error: unknown): void {
  if (!isDatabaseUnreachable(error) || performance.now() - lastOutage < 10_000) return;
  lastOutage = performance.now();
  request.log.warn({ err: withoutQueryValues(error) }, "The database cannot be reached");
}

function methodsAt(calls: Call[], url: string): string[] {
  const path = pathFromUrl(url);
  const methods = calls
    .filter((call) => new RegExp(`^${callRoot}${call.path.replace(/:\w+/g, "[^/]+")}$`).test(path))
    .map((call) => call.method);
  if (methods.length > 0 || isCall(path)) return [...new Set(methods)];
  return ["GET", "HEAD"];
}

function isCall(path: string): boolean {
  return path === callRoot || path.startsWith(`${callRoot}/`);
}

export function pathFromUrl(url: string): string {
  const end = url.search(/[?#]/);
  return end < 0 ? url : url.slice(0, end);
}
