// Checks each response that a test gets against the contract: only declared fields, and refusals with
// their one shape, their status and a code that the call names.
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
    present: z.optional(z.unknown()),
  }),
});

/** Codes that every call may answer without naming them. */
const atTheDoor = new Set<RefusalCode>([
  ...(["malformed", "invalid", "not-signed-in", "not-allowed", "not-found"] as const),
  "not-confirmed",
  ...(["method-not-allowed", "too-large", "unsupported-media-type"] as const),
  ...(["surprise", "unavailable"] as const),
]);

/** Addresses among the calls that are none. */
const besides = ["/openapi.json", "/reference.css", "/browser-reports"];
const beside = new Set(besides.map((path) => callRoot + path));

const ofHealth: Record<string, z.ZodMiniObject> = {
  "/health": health,
  "/health/live": liveness,
  "/health/ready": readiness,
};

let held = 0;

export function countCheckedResponses(): number {
  return held;
}

/** Reads a copy: the test reads the response itself. */
export async function checkResponse(asked: Asked, response: Response): Promise<void> {
  const type = response.headers.get("content-type") ?? "";
  // Streams may have no end.
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

/** As the server routes: a path without parameters first. */
function callAt(method: string, path: string): Call | undefined {
  const fitting = patterns.filter(({ call, pattern }) => {
    return call.method === method && pattern.test(path);
  });
  return (fitting.find(({ call }) => !call.path.includes(":")) ?? fitting[0])?.call;
}

function readable(address: string): string {
  const path = address.replace(/^http:\/\/[^/]+/, "").replace(/[?#].*/, "");
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
