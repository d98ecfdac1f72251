// Who may call what. Each call of the contract carries its rule; this is how rules are decided.
import type { FastifyRequest } from "fastify";
import type { Call, Who } from "#contract/call.ts";
import type { Person } from "#contract/identity.ts";
import { type Refusal, refuse } from "#contract/refusals.ts";

declare module "fastify" {
  interface FastifyRequest {
    person: Person | null;
  }
}

/** The person behind a request. There is no way to sign in yet, so nobody is known. */
export async function identify(_request: FastifyRequest): Promise<Person | null> {
  return null;
}

const rules: Record<Who, (person: Person | null) => Refusal | undefined> = {
  visitor: () => undefined,
  "signed-in": mustBeSignedIn,
  own: mustBeSignedIn,
  admin: (person) =>
    mustBeSignedIn(person) ??
    (person?.role === "admin" ? undefined : refuse("not-allowed", "Only an admin may do this.")),
};

function mustBeSignedIn(person: Person | null): Refusal | undefined {
  return person ? undefined : refuse("not-signed-in", "Please sign in first.");
}

export function hasRule(call: Call): boolean {
  return Object.hasOwn(rules, call.who);
}

export function mayCall(call: Call, person: Person | null): Refusal | undefined {
  return rules[call.who](person);
}
