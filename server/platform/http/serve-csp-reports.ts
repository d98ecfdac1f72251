// What browsers report of our pages: something that the policy of a page refuses, or would refuse.
// One line each, and only for as long as it is news: anybody can send here whatever they like.
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { refuse } from "#contract/refusals.ts";
import { addressPrefix } from "#server/platform/rate-limits/address-prefix.ts";
import { RateLimiter } from "#server/platform/rate-limits/rate-limiter.ts";
import { RefusalError } from "./refusal-error.ts";

export const cspReportPath = "/api/browser-reports";

const hour = 3_600;
const largest = 16 * 1024;

const report = z.object({
  "csp-report": z.object({
    "effective-directive": z.string().check(z.regex(/^[a-z-]{1,40}$/)),
    "blocked-uri": z._default(z.string(), ""),
    disposition: z._default(z.enum(["enforce", "report"]), "enforce"),
  }),
});

/** In a scope of its own: no call takes bodies of this kind. */
export function serveCspReports(app: FastifyInstance): void {
  const byNetwork = new RateLimiter({ most: 60, seconds: hour });
  const lines = new RateLimiter({ most: 60, seconds: hour });
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      "application/csp-report",
      { parseAs: "string", bodyLimit: largest },
      (_request, body, done) => done(null, body),
    );
    const config = { who: "visitor", forEveryone: true } as const;
    scope.post(cspReportPath, { config }, async (request, reply) => {
      const wait = byNetwork.consume(addressPrefix(request.ip));
      if (wait > 0) throw new RefusalError(refuse("too-many", "That was enough.", undefined, wait));
      const told = read(request.body);
      if (!told) throw new RefusalError(refuse("malformed", "That is no report of a browser."));
      if (lines.consume("all") === 0) request.log.warn(`A page was reported by a browser: ${told}`);
      return reply.status(204).header("cache-control", "no-store").send();
    });
  });
}

/** What was refused and whose it was: not the page, its address or its content. */
function read(body: unknown): string | undefined {
  const read = report.safeParse(jsonIn(body));
  if (!read.success) return undefined;
  const { "effective-directive": rule, "blocked-uri": what, disposition } = read.data["csp-report"];
  const whose = URL.canParse(what) ? new URL(what).origin : /^[a-z-]{0,30}$/.exec(what)?.[0];
  return `${rule} ${disposition === "report" ? "would refuse" : "refused"} ${whose || "something"}`;
}

function jsonIn(body: unknown): unknown {
  try {
    return JSON.parse(String(body));
  } catch {
    return undefined;
  }
}
