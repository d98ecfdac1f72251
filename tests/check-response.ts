// Every answer that a test gets is held against the contract: nothing but what is declared comes
// out, and each "no" has its one shape, its status, and a code that the call names.
import { expect } from "vitest";
import * as z from "zod/mini";
import { type Call, callRoot } from "#contract/call.ts";
import { calls } from "#contract/calls.ts";
import { liveness, readiness } from "#contract/health.ts";
import { health } from "#contract/reconciliation.ts";
import { type RefusalCode, refusalStatus } from "#contract/refusals.ts";
import { checkHeaders } from "./check-headers.ts";

type Asked = { method: string; path: string };
type Answer = { status: number; type: string; text: string };

const patterns = Object.values(calls)
  .flatMap((domain) => Object.values(domain) as Call[])
  .map((call) => {
    const below = call.path.replace(/:\w+/g, "[^/]+");
    return { call, pattern: new RegExp(`^${callRoot}${below}$`) };
  });

const refusalBody = z.strictObject({
  error: z.strictObject({
    code: z.enum(Object.keys(refusalStatus) as [RefusalCode]),
    message: z.string().check(z.minLength(10)),
    fields: z.optional(z.record(z.string(), z.string().check(z.minLength(3)))),
  }),
});

/** What every call may say without naming it: no more can be known before it is handled. */
const atTheDoor = new Set<RefusalCode>([
  ...(["malformed", "invalid", "not-signed-in", "not-allowed", "not-found"] as const),
  ...(["method-not-allowed", "too-large", "unsupported-media-type"] as const),
  ...(["surprise", "unavailable"] as const),
]);

/** What describes the calls lies among them, and so does what browsers tell of our pages. */
const besides = ["/openapi.json", "/reference.css", "/browser-reports"];
const beside = new Set(besides.map((path) => callRoot + path));

/** So does how the shop is. */
const ofHealth: Record<string, z.ZodMiniObject> = {
  "/health": health,
  "/health/live": liveness,
  "/health/ready": readiness,
};

let held = 0;

/** How many answers were held so far, so that a check can say how much it saw. */
export function countCheckedResponses(): number {
  return held;
}

/** Reads a copy, so that the test can read the response itself. */
export async function checkResponse(asked: Asked, response: Response): Promise<void> {
  const type = response.headers.get("content-type") ?? "";
  // Streams and pages are not read here: they may have no end, or no JSON.
  const text = type.startsWith("application/json") ? await response.clone().text() : "";
  checkAgainstContract(asked, { status: response.status, type, text });
  const { pathname, search } = new URL(asked.path, "http://localhost");
  const get = (name: string) => response.headers.get(name);
  checkHeaders({ path: pathname + search, status: response.status, get });
}

export function checkAgainstContract(asked: Asked, { status, type, text }: Answer): void {
  const path = readable(asked.path);
  const isCall = path.startsWith(`${callRoot}/`);
  const isJson = type.startsWith("application/json");
  if (asked.method === "HEAD" || status === 304 || !(isCall || isJson)) return;
  if (status < 300 && beside.has(path)) return;
  const name = `${status} of ${asked.method} ${asked.path}`;
  const call = callAt(asked.method, path);
  // How the shop is lies beside the calls, and is said with 503 as well.
  const saidOfHealth = asked.method === "GET" && ofHealth[path];
  if (saidOfHealth) {
    expect(z.strictObject(saidOfHealth.shape).parse(JSON.parse(text))).toBeDefined();
  } else if (status >= 400) holdRefusal(name, call, status, text);
  else if (call?.raw) return;
  else {
    expect(call, `${name} is no call of the contract`).toBeDefined();
    const body: unknown = JSON.parse(text);
    expect(body, `${name} is more than its schema`).toStrictEqual(call?.reply.parse(body));
  }
  held++;
}

function holdRefusal(name: string, call: Call | undefined, status: number, text: string): void {
  const read = refusalBody.safeParse(JSON.parse(text));
  expect(read.error, `${name} has not the shape of a refusal: ${text}`).toBeUndefined();
  const code = read.data?.error.code ?? "surprise";
  expect(refusalStatus[code], `${name} says ${code}`).toBe(status);
  const isNamed = atTheDoor.has(code) || call?.refusals.includes(code);
  expect(isNamed, `${name} says ${code}, which the call does not name`).toBe(true);
}

/** The server's own rule: an address that names no parameter comes before one that does. */
function callAt(method: string, path: string): Call | undefined {
  const fitting = patterns.filter(({ call, pattern }) => {
    return call.method === method && pattern.test(path);
  });
  return (fitting.find(({ call }) => !call.path.includes(":")) ?? fitting[0])?.call;
}

/** An encoded letter is the letter; an encoded slash parts nothing. */
function readable(address: string): string {
  const path = address.replace(/^http:\/\/[^/]+/, "").replace(/[?#].*/, "");
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
