// Requests at every route of security/access.md, and the outcome that its rules demand.
import { readFileSync } from "node:fs";
import type { AccessRule } from "#contract/call.ts";
import type { AdminRole } from "#contract/fields.ts";
import { type SignedIn, signIn, signUp } from "#tests/people.ts";
import {
  addressOf,
  bodyOf,
  callOf,
  type Named,
  namesEmail,
  namesEmailInBody,
  nothing,
} from "./calls.ts";
import { adminOf } from "./orders.ts";
import { cookieOf, signUpAdmin, withToken } from "./people.ts";
import { sendRequest } from "./send-request.ts";
import type { Shop } from "./start-shop.ts";

export const ways = ["cookie", "token"] as const;
type Way = (typeof ways)[number];

export type Caller = {
  name: string;
  email: string;
  isAdmin: boolean;
  /** Of an admin; an owner by default. */
  role: AdminRole;
  isKnown: boolean;
  show(way: Way): Promise<Record<string, string>>;
  renew(): void;
};

type Headers = Record<Way, Record<string, string>>;

async function headersOf(shop: Shop, person: SignedIn): Promise<Headers> {
  const { bearer } = await withToken(person);
  return { cookie: { ...cookieOf(person), origin: shop.url }, token: bearer };
}

function activeCaller(
  shop: Shop,
  name: string,
  person: SignedIn,
  { isAdmin = false, role = "owner" as AdminRole, signInAgain = () => signIn(shop, person) } = {},
): Caller {
  let headers: Headers | undefined;
  return {
    name,
    email: person.email,
    isAdmin,
    role,
    isKnown: true,
    async show(way) {
      headers ??= await headersOf(shop, await signInAgain());
      return headers[way];
    },
    renew() {
      headers = undefined;
    },
  };
}

const inactiveCaller = (name: string, email: string, headers: Headers): Caller => ({
  name,
  email,
  isAdmin: false,
  role: "owner",
  isKnown: false,
  show: async (way) => headers[way],
  renew() {},
});

export async function openCallers(shop: Shop): Promise<[visitor: Caller, ...Caller[]]> {
  const { query } = shop.database;
  const [customer, other, deleted, expired] = [
    await signUp(shop),
    await signUp(shop),
    await signUp(shop),
    await signUp(shop),
  ];
  const [admin, demoted] = [await adminOf(shop), await signUpAdmin(shop)];
  const limited = await signUpAdmin(shop);
  await query("update users set limited_role = 'orders' where id = $1", [limited.user._id]);
  const ofDeleted = await headersOf(shop, deleted);
  const ofExpired = await headersOf(shop, expired);
  await admin.send("DELETE", `/api/user/${deleted.user._id}`);
  await query("update sessions set expires_at = now() - interval '1 second' where user_id = $1", [
    expired.user._id,
  ]);
  const setRole = (role: string) =>
    query("update users set role = $2 where id = $1", [demoted.user._id, role]);
  const signInAsAdmin = async () => {
    await setRole("admin");
    const signedIn = await signIn(shop, demoted);
    await withToken(signedIn);
    await setRole("customer");
    return signedIn;
  };
  const unknown = { cookie: { origin: shop.url }, token: { authorization: "Bearer nothing" } };
  return [
    inactiveCaller("visitor", "", unknown),
    activeCaller(shop, "customer", customer),
    activeCaller(shop, "another customer", other),
    inactiveCaller("deleted user", deleted.email, ofDeleted),
    activeCaller(shop, "demoted admin", demoted, { signInAgain: signInAsAdmin }),
    activeCaller(shop, "admin", admin, { isAdmin: true }),
    activeCaller(shop, "admin of orders", limited, { isAdmin: true, role: "orders" }),
    inactiveCaller("expired session", expired.email, ofExpired),
  ];
}

const within = /(?<=\/[^/]+)\//;
const lastSlash = /(?<=.)\/(?=[^/]*$)/;
const hex = (character: string) =>
  `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;

export const spellings: Record<string, (path: string) => string> = {
  "// at the start": (path) => `/${path}`,
  "// within": (path) => path.replace(within, "//"),
  "// everywhere": (path) => path.replaceAll("/", "//"),
  "/ at the end": (path) => `${path}/`,
  "/. at the end": (path) => `${path}/.`,
  "/./ within": (path) => path.replace(within, "/./"),
  "/x/.. before": (path) => `/x/..${path}`,
  "/%2e%2e before": (path) => `/x/%2e%2e${path}`,
  "%2F within": (path) => path.replace(within, "%2F"),
  "%2f for the last /": (path) => path.replace(lastSlash, "%2f"),
  "%2F at the end": (path) => `${path}%2F`,
  "backslash within": (path) => path.replace(within, "\\"),
  capitals: (path) => path.toUpperCase(),
  "one capital": (path) => path.replace(/[a-z](?=[^/]*$)/, (letter) => letter.toUpperCase()),
  "an encoded letter": (path) => path.replace(/[a-z]/, hex),
  "a letter encoded at the end": (path) => path.replace(/[a-z](?=[^a-z]*$)/, hex),
  "all letters encoded": (path) => path.replace(/[a-z]/g, hex),
  "a letter encoded twice": (path) =>
    path.replace(/[a-z]/, (letter) => `%25${hex(letter).slice(1)}`),
  ";x at the end": (path) => `${path};x=1`,
  ";x within": (path) => path.replace(within, ";x/"),
  "a query": (path) => `${path}?x=/`,
  "a fragment": (path) => `${path}#x`,
  "a file's ending": (path) => `${path}.json`,
  "%00 at the end": (path) => `${path}%00`,
  "%20 at the end": (path) => `${path}%20`,
  "the whole address": (path) => `http://localhost${path}`,
};

function respell(address: string, spell: (path: string) => string): string {
  const end = address.indexOf("?");
  if (end < 0) return spell(address);
  const spelled = spell(address.slice(0, end));
  const query = address.slice(end + 1);
  return spelled.includes("?") ? `${spelled}&${query}` : `${spelled}?${query}`;
}

export type Route = { method: string; url: string; who: AccessRule; admins: string };

export function readRoutes(): Route[] {
  const [, text = ""] =
    /```text\n(.*?)\n\n/s.exec(readFileSync("security/access.md", "utf8")) ?? [];
  return text
    .split("\n")
    .slice(1)
    .flatMap((line) => {
      const [method = "", url = "", who, admins = ""] = line.split(/ {2,}/);
      const route = { method, url, who: who as AccessRule, admins };
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
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
  "TRACE",
  "PROPFIND",
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
  // None of these people has begun a sign-in that waits for its second step.
  if (route.url.includes("/sign-in/second-step")) return 401;
  if (route.who === "visitor") return "in";
  if (!caller.isKnown) return 401;
  if (route.who === "signed-in") return "in";
  if (route.who !== "own" && caller.isAdmin) return includes(route, caller.role) ? "in" : 403;
  if (route.who === "admin") return 403;
  const call = callOf(route);
  if (!namesEmail(call)) return "in";
  // Where an e-mail belongs and none is, there is nothing.
  if ("email" in (call?.params ?? {}) && !path.includes("@")) return "nowhere";
  return named.email === caller.email ? "in" : 403;
}

const includes = ({ admins }: Route, role: AdminRole) =>
  admins === "every role" || admins.split(", ").includes(role);

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
    const { status } = await sendRequest(world.url, {
      method,
      path: spelling?.path ?? path,
      ...sent,
    });
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
