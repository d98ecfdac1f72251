// Requests at every route of security/access.md, and the outcome that its rules demand.
import { readFileSync } from "node:fs";
import type { AccessRule } from "#contract/call.ts";
import { respell, spellings } from "./address-spellings.ts";
import { ask } from "./ask.ts";
import { type Caller, type Way, ways } from "./callers.ts";
import {
  addressOf,
  bodyOf,
  callOf,
  type Named,
  namesEmail,
  namesEmailInBody,
  nothing,
} from "./calls.ts";

export type Route = { method: string; url: string; who: AccessRule };

export function readRoutes(): Route[] {
  const [, text = ""] =
    /```text\n(.*?)\n\n/s.exec(readFileSync("security/access.md", "utf8")) ?? [];
  return text
    .split("\n")
    .slice(1)
    .flatMap((line) => {
      const [method = "", url = "", who] = line.split(/ +/);
      const route = { method, url, who: who as AccessRule };
      return method === "GET" ? [route, { ...route, method: "HEAD" }] : [route];
    });
}

export type World = { url: string; routes: readonly Route[]; named: Named };

export type Attempt = {
  method: string;
  path: string;
  spelling?: { name: string; path: string };
  caller: Caller;
  way: Way;
};

export const methods = [
  ...["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"],
];

/** Nobody is made an admin and nothing is deleted meanwhile. */
export function pathOf({ named }: World, { method, url, who }: Route): string {
  return addressOf(url, who === "admin" ? nothing : named, callOf({ method, url }));
}

export function attemptsAt(address: Omit<Attempt, "caller" | "way">, callers: readonly Caller[]) {
  return callers.flatMap((caller) => ways.map((way): Attempt => ({ ...address, caller, way })));
}

export function attemptsOnRoutes(world: World, callers: readonly Caller[]): Attempt[] {
  return world.routes.flatMap((route) =>
    attemptsAt({ method: route.method, path: pathOf(world, route) }, callers),
  );
}

export function attemptsByOtherMethods(world: World, callers: readonly Caller[]): Attempt[] {
  const known = new Set(world.routes.map(({ method, url }) => `${method} ${url}`));
  const paths = new Map(world.routes.map((route) => [route.url, pathOf(world, route)]));
  return [...paths].flatMap(([url, path]) =>
    methods
      .filter((method) => !known.has(`${method} ${url}`))
      .flatMap((method) => attemptsAt({ method, path }, callers)),
  );
}

export function attemptsInOtherSpellings(world: World, callers: readonly Caller[]): Attempt[] {
  return world.routes.flatMap((route) => {
    const path = pathOf(world, route);
    return Object.entries(spellings).flatMap(([name, spell]) => {
      const spelling = { name, path: respell(path, spell) };
      // A path of one word has no slash within.
      if (spelling.path === path) return [];
      return attemptsAt({ method: route.method, path, spelling }, callers);
    });
  });
}

/** 401 and 403 are refusals, "nowhere" is no such route, "in" whatever comes behind the guard. */
type Outcome = "in" | "nowhere" | 401 | 403;

function routeAt(routes: readonly Route[], method: string, path: string): Route | undefined {
  const bare = path.replace(/\?.*/, "");
  const pattern = (url: string) =>
    new RegExp(`^${url.replace(/:\w+/g, "[^/]+").replace("*", ".*")}$`);
  const looseness = (url: string) => url.split("*").length * 100 + url.split(":").length;
  return routes
    .filter((route) => route.method === method && pattern(route.url).test(bare))
    .sort((one, other) => looseness(one.url) - looseness(other.url))[0];
}

function expectedOutcome({ routes, named }: World, { method, path, caller }: Attempt): Outcome {
  const route = routeAt(routes, method, path);
  if (!route) return "nowhere";
  if (route.who === "visitor") return "in";
  if (!caller.isKnown) return 401;
  if (route.who === "signed-in") return "in";
  if (route.who !== "own" && caller.isAdmin) return "in";
  if (route.who === "admin") return 403;
  const call = callOf(route);
  if (!namesEmail(call)) return "in";
  // Where an e-mail belongs and none is, there is nothing.
  if ("email" in (call?.params ?? {}) && !path.includes("@")) return "nowhere";
  return named.email === caller.email ? "in" : 403;
}

function fits(outcome: Outcome, status: number): boolean {
  if (outcome === "nowhere") return status === 404 || status === 405;
  if (outcome !== "in") return status === outcome;
  return status !== 401 && status !== 403 && status < 500;
}

/** Spelled otherwise, an address is the same, or none: never more than it was. */
function fitsSpelling(outcome: Outcome, status: number): boolean {
  if (outcome === "in") return status < 500;
  return [400, 404, 405, outcome].includes(status);
}

export async function faultsOf(world: World, attempts: readonly Attempt[]): Promise<string[]> {
  const faults: string[] = [];
  for (const attempt of attempts) {
    const { method, path, spelling, caller, way } = attempt;
    const sent = contentOf(world, attempt, await caller.show(way));
    const { status } = await ask(world.url, { method, path: spelling?.path ?? path, ...sent });
    const outcome = expectedOutcome(world, attempt);
    if (!(spelling ? fitsSpelling : fits)(outcome, status)) {
      const sentTo = spelling ? `${spelling.path} (${spelling.name})` : path;
      faults.push(`${method} ${sentTo} by ${caller.name}, ${way}: ${status}, not ${outcome}`);
    }
    // What succeeded may have ended a session of theirs.
    if (status < 400 && !["GET", "HEAD"].includes(method)) caller.renew();
  }
  return faults;
}

/** The guard decides without the body, unless an e-mail in it decides. */
function contentOf(
  { routes, named }: World,
  { method, path }: Attempt,
  headers: Record<string, string>,
) {
  if (["GET", "HEAD"].includes(method)) return { headers };
  const route = routeAt(routes, method, path);
  const call = route && callOf(route);
  const body = call && namesEmailInBody(call) ? bodyOf(call, named) : {};
  const type = { "content-type": "application/json" };
  return { headers: { ...headers, ...type }, body: JSON.stringify(body) };
}
