// What the rule alone says about a request, and whether the answer was that.
import type { RouteAccess } from "#server/platform/http/access.ts";
import { bodyOf, callOf, type Named, namesEmail, namesEmailInBody } from "../proofs/calls.ts";
import { type Answered, ask } from "./ask.ts";
import type { Asker, Way } from "./askers.ts";

/** 401 and 403 are refusals, "nowhere" is no such route, and "in" is whatever comes after the door. */
export type Outcome = "in" | "nowhere" | 401 | 403;

export type Try = {
  method: string;
  /** The address as a person would write it, and how it is asked instead. */
  path: string;
  mutation?: { name: string; path: string };
  asker: Asker;
  way: Way;
};

export type World = { url: string; table: readonly RouteAccess[]; named: Named };

/** The route that an address leads to: fixed words come before names, and names before a star. */
export function lineAt(table: readonly RouteAccess[], method: string, path: string) {
  const bare = path.replace(/\?.*/, "");
  return table
    .filter((line) => line.method === method && patternOf(line.url).test(bare))
    .sort((one, other) => looseness(one.url) - looseness(other.url))[0];
}

function patternOf(url: string): RegExp {
  return new RegExp(`^${url.replace(/:\w+/g, "[^/]+").replace("*", ".*")}$`);
}

function looseness(url: string): number {
  return url.split("*").length * 100 + url.split(":").length;
}

export function ruledOutcome({ table, named }: World, { method, path, asker }: Try): Outcome {
  const line = lineAt(table, method, path);
  if (!line) return "nowhere";
  if (line.who === "visitor") return "in";
  if (!asker.isKnown) return 401;
  if (line.who === "signed-in") return "in";
  if (line.who !== "own" && asker.isAdmin) return "in";
  if (line.who === "admin") return 403;
  const call = callOf(line);
  if (!namesEmail(call)) return "in";
  // Where an e-mail belongs and none is, there is nothing.
  if ("email" in (call?.params ?? {}) && !path.includes("@")) return "nowhere";
  return named.email === asker.email ? "in" : 403;
}

/** What is wrong with the answer, if anything is. */
export function faultOf(world: World, tried: Try, { status }: Answered): string | undefined {
  const outcome = ruledOutcome(world, tried);
  if (tried.mutation ? mutationFits(outcome, status) : fits(outcome, status)) return undefined;
  const asked = tried.mutation ? `${tried.mutation.path} (${tried.mutation.name})` : tried.path;
  return `${tried.method} ${asked} by ${tried.asker.name}, ${tried.way}: ${status}, not ${outcome}`;
}

function fits(outcome: Outcome, status: number): boolean {
  if (outcome === "nowhere") return status === 404 || status === 405;
  if (outcome !== "in") return status === outcome;
  return status !== 401 && status !== 403 && isAlive(status);
}

/** Written otherwise, an address is the same, or none: never more than it was. */
function mutationFits(outcome: Outcome, status: number): boolean {
  if (outcome === "in") return isAlive(status);
  return status === 400 || status === 404 || status === 405 || status === outcome;
}

function isAlive(status: number): boolean {
  return status < 500;
}

/** Asks them in their order, and answers what was wrong. */
export async function faultsOf(world: World, tries: readonly Try[]): Promise<string[]> {
  const faults: string[] = [];
  const shown = new Map<string, Record<string, string>>();
  for (const tried of tries) {
    const { method, path, mutation, asker, way } = tried;
    const key = `${asker.name} ${way}`;
    const headers = shown.get(key) ?? (await asker.show(way));
    shown.set(key, headers);
    const answered = await ask(world.url, {
      method,
      path: mutation?.path ?? path,
      ...withBody(world, tried, headers),
    });
    const fault = faultOf(world, tried, answered);
    if (fault) faults.push(fault);
    // What succeeded may have ended a session, or more.
    if (answered.status < 400 && !["GET", "HEAD"].includes(method)) shown.clear();
  }
  return faults;
}

/** Whether somebody gets in is decided without the body, unless an e-mail in it decides. */
function withBody({ table, named }: World, { method, path }: Try, headers: Record<string, string>) {
  if (["GET", "HEAD"].includes(method)) return { headers };
  const line = lineAt(table, method, path);
  const call = line && callOf(line);
  const body = call && namesEmailInBody(call) ? bodyOf(call, named) : {};
  return {
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(body),
  };
}
