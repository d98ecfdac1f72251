// After a change, its author must not read the state before, on whichever process.
import type { FastifyReply, FastifyRequest } from "fastify";
import { hasBearerToken, readCookie } from "./caller.ts";
import { cookieName, makeCookie } from "./cookies.ts";

const name = "wrote";
/** Longer than it takes until every process knows of a change. */
const seconds = 5;

export function markWrite(reply: FastifyReply, origin: string, handledBy = "none"): void {
  reply.header("set-cookie", makeCookie(origin, name, handledBy, seconds));
}

export function mustBeCurrent(request: FastifyRequest, origin: string, processId: string): boolean {
  if (request.headers.cookie?.includes(name)) {
    const wroteAt = readCookie(request, cookieName(origin, name));
    if (wroteAt !== undefined) return wroteAt !== processId;
  }
  return hasBearerToken(request) || isReload(request);
}

/** A tab that was told of a change asks so, and a person who reloads. */
function isReload({ headers }: FastifyRequest): boolean {
  return /\b(no-cache|max-age=0)\b/.test(headers["cache-control"] ?? "");
}
