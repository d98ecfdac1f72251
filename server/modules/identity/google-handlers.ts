// "Continue with Google": away to Google, and back. Whatever happens, people end up on a page of
// ours that says in words what it was.
import type { FastifyReply, FastifyRequest } from "fastify";
import type { GoogleRefusal, identityCalls } from "#contract/identity.ts";
import { refuse } from "#contract/refusals.ts";
import { safePath } from "#contract/rules/safe-path.ts";
import {
  isDatabaseUnreachable,
  withoutQueryValues,
} from "#server/platform/database/database-errors.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { RefusalError } from "#server/platform/http/refusal-error.ts";
import { addressPrefix } from "#server/platform/rate-limits/address-prefix.ts";
import { consumeLimit } from "#server/platform/rate-limits/consume-limit.ts";
import type { IdentityContext } from "./context.ts";
import { connectGoogle, GoogleSignInError } from "./google.ts";
import { consumeFlow, storeFlow } from "./google-flow.ts";
import { findOrAddGoogleUser } from "./google-user.ts";
import { startSession } from "./start-session.ts";

const notOpened = refuse(
  "not-allowed",
  "A sign-in with Google begins by opening this address, not by loading it from a page.",
);

type GoogleCalls = Pick<typeof identityCalls, "google" | "googleCallback">;

export function googleHandlers(context: IdentityContext): Handlers<GoogleCalls> {
  const google = connectGoogle(context);

  async function mayTry(what: string, { caller }: FastifyRequest): Promise<void> {
    const key = `${what} from ${addressPrefix(caller.address)}`;
    const allowed = await consumeLimit(context.db, { key, most: 60, seconds: 3_600 });
    if (!allowed) throw new GoogleSignInError("too-many");
  }

  return {
    google: (request, reply, { query }) => {
      if (!mayBeNavigation(request)) throw new RefusalError(notOpened);
      const from = safePath(query.from);
      return orRefuse(request, reply, from, async () => {
        await mayTry("Google sign-ins", request);
        const { address, flow } = await google.begin();
        storeFlow(context.origin, request.caller, { ...flow, from });
        return address;
      });
    },
    googleCallback: (request, reply) => {
      const answer = new URL(request.url, context.origin).searchParams;
      const flow = consumeFlow(context.origin, request.caller, answer.get("state") ?? "");
      return orRefuse(request, reply, flow?.from, async () => {
        // Without what this browser was given, the answer is somebody else's, or long past.
        if (!flow || answer.get("state") !== flow.state) throw new GoogleSignInError("expired");
        await mayTry("Google answers", request);
        const userId = await findOrAddGoogleUser(context, await google.finish(flow, answer));
        // Gone since it was found.
        if (!(await startSession(context, request.caller, userId)))
          throw new GoogleSignInError("failed");
        return loginPage({ from: flow.from });
      });
    },
  };
}

/**
 * A page that loads this address as a picture would spend its visitors' tries. Browsers say what
 * they load an address as; other programs need not.
 */
function mayBeNavigation({ headers }: FastifyRequest): boolean {
  return (headers["sec-fetch-dest"] ?? "document") === "document";
}

/** Sends people on, or to where they read why not. */
async function orRefuse(
  request: FastifyRequest,
  reply: FastifyReply,
  from: string | undefined,
  work: () => Promise<string>,
): Promise<FastifyReply> {
  const address = await work().catch((error) => {
    const refused = reasonOf(error);
    if (isTrouble(refused, error)) tell(request, error);
    return loginPage({ refused, from });
  });
  return reply.header("cache-control", "no-store").redirect(address, 303);
}

function reasonOf(error: unknown): GoogleRefusal {
  if (error instanceof GoogleSignInError) return error.reason;
  return isDatabaseUnreachable(error) ? "unavailable" : "failed";
}

/** What somebody must see to; not that people change their mind, nor that they try too often. */
function isTrouble(refused: GoogleRefusal, error: unknown): boolean {
  const isOurRule = error instanceof GoogleSignInError && error.cause === undefined;
  return (refused === "failed" || refused === "unavailable") && !isOurRule;
}

/** What went wrong, by name and message only: what hangs on an error may be a secret. */
function tell(request: FastifyRequest, error: unknown): void {
  const words: string[] = [];
  let at = withoutQueryValues(error);
  for (; at instanceof Error; at = at.cause) words.push(at.message, codeOf(at));
  request.log.warn(words.filter(Boolean).join(": "));
}

/** The issuer's own word for it, such as invalid_client. */
function codeOf(error: object): string {
  return "error" in error && typeof error.error === "string" ? error.error.slice(0, 100) : "";
}

function loginPage(query: { refused?: GoogleRefusal; from?: string | undefined }): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given as [string, string][]).toString();
  return search ? `/login?${search}` : "/login";
}
