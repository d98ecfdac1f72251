import type { FastifyInstance, FastifyRequest } from "fastify";
import type { AccessRule, Call } from "#contract/call.ts";
import type { AdminRole } from "#contract/fields.ts";
import type { Person } from "#contract/identity.ts";
import { Refusal, refuse } from "#contract/refusals.ts";
import { type CallArea, keyMayCall, mayCall, roleNames, rolesFor } from "#contract/rules/roles.ts";
import { DeadlineExceeded } from "#server/platform/database/database-errors.ts";
import { timeouts } from "#server/platform/database/timeouts.ts";
import { withTimeout } from "#server/platform/processes/with-timeout.ts";
import { anonymousCaller, type Caller, createCaller, type Session } from "./caller.ts";
import { notConfirmed, RefusalError } from "./refusal-error.ts";
import { requireSameOrigin } from "./require-same-origin.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    who?: AccessRule;
    area?: CallArea;
    confirm?: Call["confirm"];
    /** The same response for everyone, so the session is not looked up. */
    forEveryone?: boolean;
    /** The request carries a signature, so it may come from any origin. */
    signed?: boolean;
  }
  interface FastifyRequest {
    caller: Caller;
  }
}

/** Null: nobody. A refusal: a token that is nobody's, with what to say of it. */
export type Identify = (
  request: Pick<FastifyRequest, "headers">,
) => Promise<Session | Refusal | null>;

export type RouteAccess = {
  method: string;
  url: string;
  who: AccessRule;
  roles?: AdminRole[];
  /** Admins may, but no key of a program, whatever its role. */
  notForKeys?: true;
  signed?: true;
};

const rules: Record<AccessRule, (caller: Caller) => Refusal | undefined> = {
  visitor: () => undefined,
  "signed-in": mustBeSignedIn,
  own: mustBeSignedIn,
  "own-or-admin": mustBeSignedIn,
  admin: (caller) => mustBeSignedIn(caller) ?? (isAdmin(caller.person) ? undefined : noRight),
};

const noFactor = refuse(
  "not-confirmed",
  "In this shop, admins sign in with a second factor. Set one up under “Sign-in and security”.",
);

const onlyAdmins = "Only an admin may do this.";
const noRight = refuse("not-allowed", onlyAdmins);
const onlyYours = "You may do this for your own account only.";

const notSignedIn = refuse("not-signed-in", "Please sign in first.");

function mustBeSignedIn(caller: Caller): Refusal | undefined {
  return caller.person ? undefined : (caller.notSignedIn ?? notSignedIn);
}

function isAdmin(person: Person | null): boolean {
  return person?.role === "admin";
}

function roleProblem({ person }: Caller): Refusal {
  const role = person?.adminRole;
  if (!role) return noRight;
  const message = `Your role “${roleNames[role]}” does not include this. An owner of the shop can do it, or give you another role.`;
  return refuse("not-allowed", message);
}

/** Where a role does not go further, an admin is a customer like others. */
function asCustomer(caller: Caller): Caller {
  if (!caller.person) return caller;
  const { role: _, adminRole: __, ...person } = caller.person;
  return { ...caller, person, refusedAsAdmin: roleProblem(caller) };
}

const keysGiveNoRights = refuse(
  "not-allowed",
  "A key changes no roles, people, sign-ins or keys. An owner does this signed in to the shop.",
);

const keysAreForAdmins = refuse(
  "not-allowed",
  "A key is for the calls of admins. This one needs the session of a person.",
);

function ruleFor(who: AccessRule | undefined) {
  return who !== undefined && Object.hasOwn(rules, who) ? rules[who] : undefined;
}

export function guardRoutes(
  app: FastifyInstance,
  { origin, identify }: { origin: () => string; identify: Identify },
): RouteAccess[] {
  const table: RouteAccess[] = [];
  app.decorateRequest("caller");
  app.addHook("onRoute", ({ method, url, config }) => {
    const who = config?.who;
    if (!who || !ruleFor(who)) throw new Error(`${method} ${url} has no access rule`);
    for (const each of [method].flat()) {
      const isForAdmins = who === "admin" || who === "own-or-admin";
      const route = { method: each, area: config.area };
      const roles = isForAdmins && { roles: rolesFor(route) };
      const keys = isForAdmins && !keyMayCall(route) && { notForKeys: true as const };
      const signed = config.signed && { signed: true as const };
      table.push({ method: each, url, who, ...roles, ...keys, ...signed });
    }
  });
  app.addHook("onRequest", (request, reply, done) => {
    request.caller = anonymousCaller;
    if (request.is404) return done();
    const { forEveryone, signed } = request.routeOptions.config;
    if (!signed) requireSameOrigin(request, origin());
    if (forEveryone || signed) return done(problem(request));
    const since = performance.now();
    const found = withTimeout(identify(request), timeouts.requestDeadlineMs, () => {
      throw new DeadlineExceeded();
    });
    found.then((session) => {
      const waitedMs = performance.now() - since;
      request.caller =
        session instanceof Refusal
          ? { ...createCaller(request, reply, null, waitedMs), notSignedIn: session }
          : createCaller(request, reply, session, waitedMs);
      done(problem(request));
    }, done);
  });
  return table;

  function problem(request: FastifyRequest): RefusalError | undefined {
    const { routeOptions, caller } = request;
    const { who, confirm } = routeOptions.config;
    const rule = ruleFor(who);
    const refusal = rule ? rule(caller) : noRight;
    if (refusal) {
      const isForFactor = caller.lacksFactor && who === "admin";
      return new RefusalError(isForFactor ? noFactor : refusal);
    }
    const notIncluded = caller.keyName === undefined ? limitRole(request) : limitKey(request);
    if (notIncluded) return new RefusalError(notIncluded);
    const isConfirmed = confirm === "admins" ? caller.isConfirmedAsAdmin : caller.isConfirmed;
    return confirm && !isConfirmed ? new RefusalError(notConfirmed) : undefined;
  }
}

function includesCall({ method, caller, routeOptions }: FastifyRequest): boolean {
  return mayCall(caller.person?.adminRole, { method, area: routeOptions.config.area });
}

function limitRole(request: FastifyRequest): Refusal | undefined {
  const { who } = request.routeOptions.config;
  if (!isAdmin(request.caller.person) || includesCall(request)) return undefined;
  if (who === "admin") return roleProblem(request.caller);
  if (who === "own-or-admin") request.caller = asCustomer(request.caller);
  return undefined;
}

function limitKey(request: FastifyRequest): Refusal | undefined {
  const { who } = request.routeOptions.config;
  const { address, agent } = request.caller;
  if (who === "visitor") request.caller = { ...anonymousCaller, address, agent };
  else if (who !== "admin" && who !== "own-or-admin") return keysAreForAdmins;
  else if (!includesCall(request)) return roleProblem(request.caller);
  else if (!keyMayCall({ method: request.method, area: request.routeOptions.config.area }))
    return keysGiveNoRights;
  return undefined;
}

export function isSameForEveryone(call: Call): boolean {
  return call.who === "visitor" && call.cached !== undefined;
}

/** An e-mail in params, query or body must be the caller's own, whether or not such a user exists. */
export function ownershipRefusal(
  call: Call,
  given: { params: unknown; query: unknown; body: unknown },
  person: Person | null,
): Refusal | undefined {
  if (call.who !== "own" && call.who !== "own-or-admin") return undefined;
  if (call.who === "own-or-admin" && isAdmin(person)) return undefined;
  const named = [given.params, given.query, given.body].flatMap((part) =>
    typeof part === "object" && part !== null && "email" in part ? [part.email] : [],
  );
  return named.every((email) => email === person?.email)
    ? undefined
    : refuse("not-allowed", onlyYours);
}
