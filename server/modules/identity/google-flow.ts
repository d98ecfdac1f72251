// What a browser keeps for us while its person is at Google. It is bound to this browser, so
// whoever comes back with somebody else's answer has nothing that fits.
import * as z from "zod/mini";
import { safePath } from "#contract/rules/safe-path.ts";
import type { Caller } from "#server/platform/http/caller.ts";
import { cookieName, makeCookie, makeExpiredCookie } from "./cookies.ts";
import type { GoogleFlow } from "./google.ts";

/** All flows share one cookie: however many are begun, requests do not grow beyond it. */
const cookie = "google";
/** Somebody may have begun in several tabs. */
const mostFlows = 3;
/** Ten minutes, in seconds. */
const lasts = 600;
/** A longer return path is left out. */
const longestFrom = 200;

const random = z.string().check(z.regex(/^[\w-]{43}$/));
const keptFlow = z.strictObject({
  state: random,
  nonce: random,
  verifier: random,
  from: z.optional(z.string()),
});
const keptFlows = z.array(keptFlow);

export type StoredFlow = GoogleFlow & { from?: string | undefined };

export function storeFlow(origin: string, caller: Caller, { from, ...flow }: StoredFlow): void {
  const short = from && from.length <= longestFrom ? from : undefined;
  const flows = [{ ...flow, from: short }, ...readFlows(origin, caller)];
  writeFlows(origin, caller, flows.slice(0, mostFlows));
}

/** The flow that an answer belongs to. Good for one answer, whatever becomes of it. */
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

/** The newest first. */
function readFlows(origin: string, caller: Caller): StoredFlow[] {
  const value = caller.cookie(cookieName(origin, cookie)) ?? "";
  try {
    const text = Buffer.from(value, "base64url").toString();
    return keptFlows.safeParse(JSON.parse(text)).data ?? [];
  } catch {
    return [];
  }
}

function writeFlows(origin: string, caller: Caller, flows: StoredFlow[]): void {
  const value = Buffer.from(JSON.stringify(flows)).toString("base64url");
  caller.setCookie(
    flows.length > 0 ? makeCookie(origin, cookie, value, lasts) : makeExpiredCookie(origin, cookie),
  );
}
