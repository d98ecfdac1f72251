// Logs reports of the content security policy. Anybody can send them, so they are limited.
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";
import { refuse } from "#contract/refusals.ts";
import { addressKeys } from "#server/platform/rate-limits/limit-keys.ts";
import { RateLimiter } from "#server/platform/rate-limits/rate-limiter.ts";
import { addressOf } from "./caller.ts";
import { RefusalError } from "./refusal-error.ts";

export const cspReportPath = "/api/browser-reports";

const maxReportBytes = 16 * 1024;
const perHour = { most: 60, seconds: 3_600 };

const report = z.object({
  "csp-report": z.object({
    "effective-directive": z.string().check(z.regex(/^[a-z-]{1,40}$/)),
    "blocked-uri": z._default(z.string(), ""),
    disposition: z._default(z.enum(["enforce", "report"]), "enforce"),
  }),
});

/** In its own scope: no call accepts this content type. */
export function serveCspReports(app: FastifyInstance): void {
  const reports = new RateLimiter(perHour);
  const lines = new RateLimiter(perHour);
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      "application/csp-report",
      { parseAs: "string", bodyLimit: maxReportBytes },
      (_request, body, done) => done(null, body),
    );
    const config = { who: "visitor", forEveryone: true } as const;
    scope.post(cspReportPath, { config }, async (request, reply) => {
      const wait = reports.consume(addressKeys(addressOf(request)));
      if (wait > 0)
        throw new RefusalError(refuse("too-many", "Too many reports.", undefined, wait));
      const violation = summarize(request.body);
      if (!violation) throw new RefusalError(refuse("malformed", "Not a browser's CSP report."));
      if (lines.consume([{ key: "all", factor: 1 }]) === 0)
        request.log.warn(`CSP violation reported: ${violation}`);
      return reply.status(204).header("cache-control", "no-store").send();
    });
  });
}

/** Without the page's address and content. */
function summarize(body: unknown): string | undefined {
  const read = report.safeParse(parseJson(body));
  if (!read.success) return undefined;
  const { "effective-directive": rule, "blocked-uri": what, disposition } = read.data["csp-report"];
  const whose = URL.canParse(what) ? new URL(what).origin : /^[a-z-]{0,30}$/.exec(what)?.[0];
  return `${rule} ${disposition === "report" ? "would refuse" : "refused"} ${whose || "something"}`;
}

function parseJson(body: unknown): unknown {
  try {
    return JSON.parse(String(body));
  } catch {
    return undefined;
  }
}
