// Logs sign-ins, changes of accounts and rights, and refusals, without bodies, passwords, tokens and
// e-mails.
import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { widestPrefix } from "#server/platform/rate-limits/address-prefix.ts";
import { securityLog } from "#server/platform/telemetry/log/log.ts";
import { addressOf } from "./caller.ts";
import { LogBudget, type LogLine } from "./log-budget.ts";

/** 404 is left out: a missing page is no attack. */
const suspicious = new Set([400, 401, 403, 405, 408, 413, 415, 421, 422, 429, 431]);

/** Lines of one kind per minute. Refusals must not crowd out successful events. */
const successLimit = { perSource: 60, total: Number.POSITIVE_INFINITY };
const refusalLimit = { perSource: 10, total: 60 };

export function writeSecurityLog(app: FastifyInstance): void {
  const log = securityLog;
  const budget = new LogBudget();
  const logDropped = (kinds: [kind: string, dropped: number][]) => {
    for (const [of, dropped] of kinds) log.info({ of, dropped }, "Security log lines dropped");
  };
  app.addHook("onResponse", (request, reply, done) => {
    logDropped(budget.startMinute());
    const line = isRelevant(request, reply) ? createLine(request, reply) : undefined;
    if (line && budget.consume(limitFor(line))) log.info(line);
    done();
  });
  app.addHook("onClose", async () => logDropped(budget.reset()));
}

type SecurityLine = ReturnType<typeof createLine>;

/** Events that verify the e-mail in their body. */
const provesAccount = new Set(["POST /api/identity/sign-in", "POST /api/identity/sign-up"]);

function limitFor({ event, status, refused, person, account, address }: SecurityLine): LogLine {
  const prefix = widestPrefix(address);
  const isSuccess = status < 400 && refused === undefined;
  if (isSuccess) {
    const source = person ?? (provesAccount.has(event) ? account : undefined) ?? prefix;
    return { kind: `${status} ${event}`, source, most: successLimit };
  }
  const kind = event.includes(" /api/identity/") ? `${refused ?? status} ${event}` : `${status}`;
  return { kind, source: prefix, most: refusalLimit };
}

function isRelevant(request: FastifyRequest, { statusCode }: FastifyReply): boolean {
  if (suspicious.has(statusCode)) return true;
  const { who, url = "" } = { ...request.routeOptions.config, url: request.routeOptions.url };
  const changes = request.method !== "GET" && request.method !== "HEAD";
  if (/^\/api\/identity\/(?!session)/.test(url)) return changes || url.includes("google");
  return changes && (who === "admin" || url.startsWith("/api/user/") || url.includes("sessions"));
}

function createLine(request: FastifyRequest, reply: FastifyReply) {
  const { caller, body } = request;
  const email =
    typeof body === "object" && body && "email" in body ? String(body.email) : undefined;
  return {
    reqId: request.id,
    event: `${request.method} ${request.routeOptions.url ?? "nowhere"}`,
    status: reply.statusCode,
    address: addressOf(request),
    person: caller?.person?._id,
    /** Connects attempts on one account without naming it. */
    account: email && createHash("sha256").update(email.toLowerCase()).digest("hex").slice(0, 12),
    refused: refusedBy(reply),
  };
}

function refusedBy(reply: FastifyReply): string | undefined {
  const location = String(reply.getHeader("location") ?? "");
  return /^\/login\?refused=([a-z-]+)/.exec(location)?.[1];
}
