// What a browser keeps for us while its person is at Google. It is bound to this browser, so
// whoever comes back with somebody else's answer has nothing that fits.
import { createHash } from "node:crypto";
import * as z from "zod/mini";
import { safePath } from "#contract/safe-path.ts";
import type { Caller } from "#server/http/caller.ts";
import { cookieName, endCookie, makeCookie } from "./cookies.ts";
import type { Flow } from "./google.ts";

/** One for each that is under way: somebody may have begun in two tabs. */
function nameOf(state: string): string {
  return `google-${createHash("sha256").update(state).digest("hex").slice(0, 12)}`;
}

/** Ten minutes, in seconds. */
const lasts = 600;
/** A browser keeps no cookie over 4096 bytes; a longer way back is left out. */
const longestFrom = 2_000;

const random = z.string().check(z.regex(/^[\w-]{43}$/));
const kept = z.strictObject({
  state: random,
  nonce: random,
  verifier: random,
  from: z.optional(z.string()),
});

export type KeptFlow = Flow & { from?: string | undefined };

export function keepFlow(origin: string, caller: Caller, { from, ...flow }: KeptFlow): void {
  const short = from && from.length <= longestFrom ? from : undefined;
  const value = Buffer.from(JSON.stringify({ ...flow, from: short })).toString("base64url");
  caller.setCookie(makeCookie(origin, nameOf(flow.state), value, lasts));
}

/** The flow that an answer belongs to. Good for one answer, whatever becomes of it. */
export function takeFlow(origin: string, caller: Caller, state: string): KeptFlow | undefined {
  const name = nameOf(state);
  const value = caller.cookie(cookieName(origin, name));
  if (value === undefined) return undefined;
  caller.setCookie(endCookie(origin, name));
  const flow = read(value);
  return flow && { ...flow, from: safePath(flow.from) };
}

function read(value: string): KeptFlow | undefined {
  try {
    const text = Buffer.from(value, "base64url").toString();
    return kept.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
