// For the investigation of an attack: sign-ins, changes of accounts and rights, and refusals. One line
// of JSON each, beside the program's other lines, without bodies, passwords, tokens and e-mails.
import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { addressPrefixes } from "#server/platform/rate-limits/address-prefix.ts";
import { LogBudget, type LogLine } from "./log-budget.ts";

/** Refusals that may be an attempt at something; a page that is not there is none. */
const attempts = new Set([400, 401, 403, 405, 408, 413, 415, 421, 422, 429, 431]);

/** Lines of one kind in a minute. What succeeded is written whatever others do. */
const mostDone = { ofOneSource: 60, inAll: Number.POSITIVE_INFINITY };
const mostRefused = { ofOneSource: 10, inAll: 60 };

export function writeSecurityLog(app: FastifyInstance): void {
  const log = app.log.child({ kind: "security" });
  const budget = new LogBudget();
  const sumUp = (sums: [kind: string, left: number][]) => {
    for (const [of, left] of sums) log.info({ of, left }, "so many more within a minute");
  };
  app.addHook("onResponse", (request, reply, done) => {
    sumUp(budget.startMinute());
    const line = isWorthALine(request, reply) ? lineOf(request, reply) : undefined;
    if (line && budget.consume(shareOf(line))) log.info(line);
    done();
  });
  app.addHook("onClose", async () => sumUp(budget.reset()));
}

type SecurityLine = ReturnType<typeof lineOf>;

/** Events in which the account was proven; elsewhere anybody may write any e-mail into a body. */
const proofs = new Set(["POST /api/identity/sign-in", "POST /api/identity/sign-up"]);

/** A kind of their own have all events that succeeded, and refusals where people sign in. */
function shareOf({ event, status, refused, person, account, address }: SecurityLine): LogLine {
  const network = addressPrefixes(address).at(-1) ?? "";
  const isDone = status < 400 && refused === undefined;
  if (isDone) {
    const source = person ?? (proofs.has(event) ? account : undefined) ?? network;
    return { kind: `${status} ${event}`, source, most: mostDone };
  }
  const kind = event.includes(" /api/identity/") ? `${refused ?? status} ${event}` : `${status}`;
  return { kind, source: network, most: mostRefused };
}

function isWorthALine(request: FastifyRequest, { statusCode }: FastifyReply): boolean {
  if (attempts.has(statusCode)) return true;
  const { who, url = "" } = { ...request.routeOptions.config, url: request.routeOptions.url };
  const changes = request.method !== "GET" && request.method !== "HEAD";
  if (/^\/api\/identity\/(?!session)/.test(url)) return changes || url.includes("google");
  return changes && (who === "admin" || url.startsWith("/api/user/") || url.includes("sessions"));
}

function lineOf(request: FastifyRequest, reply: FastifyReply) {
  const { caller, body } = request;
  const email =
    typeof body === "object" && body && "email" in body ? String(body.email) : undefined;
  return {
    reqId: request.id,
    event: `${request.method} ${request.routeOptions.url ?? "nowhere"}`,
    status: reply.statusCode,
    address: request.ip,
    person: caller?.person?._id,
    /** Tries on one account can be told to belong together, without saying whose it is. */
    account: email && createHash("sha256").update(email.toLowerCase()).digest("hex").slice(0, 12),
    refused: refusedBy(reply),
  };
}

/** Google's answers lead to a page, refused or not. */
function refusedBy(reply: FastifyReply): string | undefined {
  const location = String(reply.getHeader("location") ?? "");
  return /^\/login\?refused=([a-z-]+)/.exec(location)?.[1];
}
