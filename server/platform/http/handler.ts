import type { FastifyReply, FastifyRequest } from "fastify";
import type { Call, CallRefusal, Calls, HandlerInput, IsAudited, Reply } from "#contract/call.ts";
import type { Person } from "#contract/identity.ts";
import type { Audited } from "#server/platform/audit/record-action.ts";
import type { Caller } from "./caller.ts";
import type { ReceiveFile } from "./read-form-file.ts";
import type { PageStream } from "./stream-pages.ts";

export type SignedInCaller = Caller & { person: Person; session: string };
/** A list may be streamed, so a long one is never in memory as a whole. */
type PagesOf<R> = R extends (infer Item)[] ? PageStream<Item> : never;

type CallerOf<C extends Call> = C["who"] extends "visitor" ? Caller : SignedInCaller;

export type Handler<C extends Call> = C["raw"] extends true
  ? (request: FastifyRequest, reply: FastifyReply, given: HandlerInput<C>) => unknown
  : C["form"] extends true
    ? (
        given: HandlerInput<C>,
        caller: CallerOf<C>,
        receiveFile: ReceiveFile,
      ) => Promise<(IsAudited<C> extends true ? Audited<Reply<C>> : Reply<C>) | CallRefusal<C>>
    : IsAudited<C> extends true
      ? (given: HandlerInput<C>, caller: CallerOf<C>) => Promise<Audited<Reply<C>> | CallRefusal<C>>
      : (
          given: HandlerInput<C>,
          caller: CallerOf<C>,
        ) => Promise<Reply<C> | PagesOf<Reply<C>> | CallRefusal<C>>;

export type Handlers<Domain extends Calls> = { [Name in keyof Domain]: Handler<Domain[Name]> };

export type AnyGiven = { params: unknown; query: unknown; body: unknown };
export type AnyHandler = (
  given: AnyGiven,
  caller: Caller,
  receiveFile?: ReceiveFile,
) => Promise<unknown>;
export type AnyRawHandler = (
  request: FastifyRequest,
  reply: FastifyReply,
  given: AnyGiven,
) => unknown;
