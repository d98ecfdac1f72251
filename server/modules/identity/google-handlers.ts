// Every response is a redirect: to the issuer, or to /login, which explains a refusal.
import type { FastifyReply, FastifyRequest } from "fastify";
import type { GoogleRefusal, identityCalls } from "#contract/identity.ts";
import { refuse } from "#contract/refusals.ts";
import { safePath } from "#contract/rules/safe-path.ts";
import type { Context } from "#server/context.ts";
import {
  isDatabaseUnreachable,
  withoutQueryValues,
} from "#server/platform/database/database-errors.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { RefusalError } from "#server/platform/http/refusal-error.ts";
import { consumeCallerLimit } from "#server/platform/rate-limits/consume-limit.ts";
import type { GoogleClient } from "./google.ts";
import { consumeFlow, GoogleSignInError, storeFlow } from "./google-flow.ts";
import { findOrAddGoogleUser } from "./google-user.ts";
import { enter } from "./second-step/enter.ts";

const notOpened = refuse(
  "not-allowed",
  "A sign-in with Google begins by opening this address, not by loading it from a page.",
);

type GoogleCalls = Pick<typeof identityCalls, "google" | "googleCallback">;

export function googleHandlers(context: Context, google: GoogleClient): Handlers<GoogleCalls> {
  async function requireLimit(action: string, { caller }: FastifyRequest): Promise<void> {
    if (!(await consumeCallerLimit(context.db, { action }, caller))) {
      throw new GoogleSignInError("too-many");
    }
  }

  return {
    google: (request, reply, { query }) => {
      if (!mayBeNavigation(request)) throw new RefusalError(notOpened);
      const from = safePath(query.from);
      // People may begin there; nothing has begun yet.
      if (!isLedHere(request, context.origin)) {
        return reply.header("cache-control", "no-store").redirect(loginPage({ from }), 303);
      }
      return redirect(request, reply, from, async () => {
        await requireLimit("Google sign-ins", request);
        const { address, flow } = await google.begin();
        storeFlow(context.origin, request.caller, { ...flow, from });
        return address;
      });
    },
    googleCallback: (request, reply) => {
      const response = new URL(request.url, context.origin).searchParams;
      const flow = consumeFlow(context.origin, request.caller, response.get("state") ?? "");
      return redirect(request, reply, flow?.from, async () => {
        if (!flow) throw new GoogleSignInError("expired");
        await requireLimit("Google responses", request);
        const userId = await findOrAddGoogleUser(context, await google.finish(flow, response));
        const entered = await enter(context, request.caller, userId);
        if (entered === "refused") throw new GoogleSignInError("failed");
        const step = entered === "second-step" ? "second" : undefined;
        return loginPage({ step, from: flow.from });
      });
    },
  };
}

/** A page that loads this address as a picture would use up the limit of its visitors' addresses. */
function mayBeNavigation({ headers }: FastifyRequest): boolean {
  return (headers["sec-fetch-dest"] ?? "document") === "document";
}

/** By a page of ours, or by the person: other sites begin no sign-in. Older browsers say only where they were. */
function isLedHere({ headers }: FastifyRequest, origin: string): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin" || site === "none";
  return URL.parse(headers.referer ?? "")?.origin === origin;
}

async function redirect(
  request: FastifyRequest,
  reply: FastifyReply,
  from: string | undefined,
  work: () => Promise<string>,
): Promise<FastifyReply> {
  const address = await work().catch((error) => {
    const refused = reasonOf(error);
    if (isWorthLogging(refused, error)) logError(request, error);
    return loginPage({ refused, from });
  });
  return reply.header("cache-control", "no-store").redirect(address, 303);
}

function reasonOf(error: unknown): GoogleRefusal {
  if (error instanceof GoogleSignInError) return error.reason;
  return isDatabaseUnreachable(error) ? "unavailable" : "failed";
}

function isWorthLogging(refused: GoogleRefusal, error: unknown): boolean {
  const isOurRule = error instanceof GoogleSignInError && error.cause === undefined;
  return (refused === "failed" || refused === "unavailable") && !isOurRule;
}

/** Only messages and codes: other properties of the errors may be secret. */
function logError(request: FastifyRequest, error: unknown): void {
  const words: string[] = [];
  let cause = withoutQueryValues(error);
  for (; cause instanceof Error; cause = cause.cause) words.push(cause.message, codeOf(cause));
  request.log.warn(words.filter(Boolean).join(": "));
}

function codeOf(error: object): string {
  return "error" in error && typeof error.error === "string" ? error.error.slice(0, 100) : "";
}

type LoginQuery = {
  refused?: GoogleRefusal;
  step?: "second" | undefined;
  from?: string | undefined;
};

function loginPage(query: LoginQuery): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given as [string, string][]).toString();
  return search ? `/login?${search}` : "/login";
}
