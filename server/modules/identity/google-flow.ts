import * as z from "zod/mini";
import type { GoogleRefusal } from "#contract/identity.ts";
import { safePath } from "#contract/rules/safe-path.ts";
import type { Caller } from "#server/platform/http/caller.ts";
import { cookieName, makeCookie, makeExpiredCookie } from "#server/platform/http/cookies.ts";

/** One cookie for all flows, so that it does not grow. */
const cookie = "google";
/** A person may have started in several tabs. */
const maxFlows = 3;
const lifetimeSeconds = 600;
const maxFromLength = 200;

const random = z.string().check(z.regex(/^[\w-]{43}$/));
const storedFlow = z.strictObject({
  state: random,
  nonce: random,
  verifier: random,
  from: z.optional(z.string()),
});
const storedFlows = z.array(storedFlow);

export type GoogleFlow = { state: string; nonce: string; verifier: string };

export type StoredFlow = GoogleFlow & { from?: string | undefined };

export function storeFlow(origin: string, caller: Caller, { from, ...flow }: StoredFlow): void {
  const short = from && from.length <= maxFromLength ? from : undefined;
  const flows = [{ ...flow, from: short }, ...readFlows(origin, caller)];
  writeFlows(origin, caller, flows.slice(0, maxFlows));
}

/** Usable once, whatever comes of it. */
export function consumeFlow(origin: string, caller: Caller, state: string): StoredFlow | undefined {
  const flows = readFlows(origin, caller);
  const flow = flows.find((each) => each.state === state);
  if (!flow) return undefined;
  writeFlows(
    origin,
    caller,
    flows.filter((each) => each !== flow),
  );
  return { ...flow, from: safePath(flow.from) };
}

function readFlows(origin: string, caller: Caller): StoredFlow[] {
  const value = caller.cookie(cookieName(origin, cookie)) ?? "";
  try {
    const text = Buffer.from(value, "base64url").toString();
    return storedFlows.safeParse(JSON.parse(text)).data ?? [];
  } catch {
    return [];
  }
}

function writeFlows(origin: string, caller: Caller, flows: StoredFlow[]): void {
  const value = Buffer.from(JSON.stringify(flows)).toString("base64url");
  caller.setCookie(
    flows.length > 0
      ? makeCookie(origin, cookie, value, lifetimeSeconds)
      : makeExpiredCookie(origin, cookie),
  );
}

export class GoogleSignInError extends Error {
  readonly reason: GoogleRefusal;
  constructor(reason: GoogleRefusal, cause?: unknown) {
    super(`Signing in with Google: ${reason}`, { cause });
    this.reason = reason;
  }
}
