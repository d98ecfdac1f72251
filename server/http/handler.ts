import type { FastifyReply, FastifyRequest } from "fastify";
import type { Call, Calls, Given, RefusalOf, Reply } from "#contract/call.ts";
import type { Person } from "#contract/identity.ts";

/** Marks a call whose room is still to be built; it answers 501 until then. */
export const notBuiltYet = Symbol("not built yet");

type Caller<C extends Call> = { person: C["who"] extends "visitor" ? Person | null : Person };

export type Handler<C extends Call> =
  | typeof notBuiltYet
  | (C["raw"] extends true
      ? (request: FastifyRequest, reply: FastifyReply, given: Given<C>) => unknown
      : (given: Given<C>, caller: Caller<C>) => Promise<Reply<C> | RefusalOf<C>>);

/** One handler for each call of a domain: a missing one is a compile error. */
export type Handlers<Domain extends Calls> = { [Name in keyof Domain]: Handler<Domain[Name]> };

/** How the table's loop sees a handler, whose exact types it cannot know. */
export type AnyGiven = { params: unknown; query: unknown; body: unknown };
export type AnyHandler = (given: AnyGiven, caller: { person: Person | null }) => Promise<unknown>;
export type AnyRawHandler = (
  request: FastifyRequest,
  reply: FastifyReply,
  given: AnyGiven,
) => unknown;
