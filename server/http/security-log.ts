// What somebody who looks into an attack wants to know afterwards: who tried to come in, what was
// changed about accounts and rights, what was refused and to whom. One line of JSON each, beside
// the program's other lines. No line holds a body, a password, a token or an e-mail.
import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** Refusals that may be an attempt at something; a page that is not there is none. */
const attempts = new Set([400, 401, 403, 405, 408, 413, 415, 421, 422, 429, 431]);
/** So many lines a second tell enough; a flood of refusals must not fill the disk. */
const mostASecond = 50;

export function keepSecurityLog(app: FastifyInstance, level: "info" | "silent"): void {
  const log = app.log.child({ kind: "security" }, { level });
  let [second, written, left] = [0, 0, 0];
  app.addHook("onResponse", async (request, reply) => {
    if (!isWorthALine(request, reply)) return;
    const now = Math.floor(Date.now() / 1_000);
    if (now !== second) {
      if (left > 0) log.info({ left }, "so many lines were left out");
      [second, written, left] = [now, 0, 0];
    }
    if (++written > mostASecond) left++;
    else log.info(lineOf(request, reply));
  });
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
