import type * as z from "zod/mini";
import type { Refusal, RefusalCode } from "./refusals.ts";
import type { CallArea } from "./rules/roles.ts";
import type { ChangeKind } from "./tags.ts";

/** {host} of the specification, without the origin: all calls are below it. */
export const callRoot = "/api";

/**
 * Who may call:
 * - visitor: anyone
 * - signed-in: anyone with a session
 * - own: anyone with a session, for their own data only; each e-mail in the call must be theirs
 * - own-or-admin: the same, or an admin for anybody, if the role allows it
 * - admin: a session whose user is an admin, if the role allows it
 */
export type AccessRule = "visitor" | "signed-in" | "own" | "own-or-admin" | "admin";

type Shape = Record<string, z.ZodMiniType>;

export type Call = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: `/${string}`;
  summary: string;
  who: AccessRule;
  /** What admins change by it: which of their roles may (rules/roles.ts). */
  area?: CallArea;
  params?: Shape;
  query?: Shape;
  body?: z.ZodMiniType;
  reply: z.ZodMiniType;
  /** Besides 400, 401 and 403, which every call may answer. */
  refusals: readonly RefusalCode[];
  /**
   * Refused unless the caller has confirmed who they are within the last 15 minutes; "admins": only
   * admins, by a second factor, in a shop that requires it.
   */
  confirm?: "everyone" | "admins";
  bearer?: true;
  /** The reply is public, and cached until a change of what it follows or shows (tags.ts). */
  cached?: {
    /** What it is filtered, ordered and counted by. Also by what is asked. */
    follows: readonly ChangeKind[] | ((given: never) => readonly ChangeKind[]);
    /** Tags of what it has values of. */
    shows?: (reply: never) => readonly string[];
  };
  /** The handler writes the response itself: a stream, a redirect. */
  raw?: true;
  noDeadline?: true;
  /** Somebody else's program sends it, with parameters of its own: those are not refused. */
  foreign?: true;
  /** Compressed for each who asks: only where neither request nor reply holds a secret. */
  isCompressed?: true;
  form?: true;
  /** Of the body, where the usual 64 KB are not enough. */
  maxBytes?: number;
  /** Per person, or per network for visitors; `unverified` for people without a verified e-mail. */
  rateLimit?: { max: number; seconds: number; unverified?: number; onlyWith?: string };
};

export type Calls = Record<string, Call>;

export function followedKinds(
  { cached }: Pick<Call, "cached">,
  given: unknown,
): readonly ChangeKind[] {
  const { follows = [] } = cached ?? {};
  return typeof follows === "function" ? follows(given as never) : follows;
}

export const shownTags = ({ cached }: Pick<Call, "cached">, reply: unknown): readonly string[] =>
  cached?.shows?.(reply as never) ?? [];

export function isAudited({ method, who }: Pick<Call, "method" | "who">): boolean {
  return method !== "GET" && (who === "admin" || who === "own-or-admin");
}
export type IsAudited<C extends Pick<Call, "method" | "who">> = C["method"] extends "GET"
  ? false
  : C["who"] extends "admin" | "own-or-admin"
    ? true
    : false;

type Outputs<S> = S extends Shape ? { [K in keyof S]: z.output<S[K]> } : Record<never, never>;
type Inputs<S> = z.input<z.ZodMiniObject<S extends Shape ? S : Record<never, never>>>;

export type HandlerInput<C extends Call> = {
  params: Outputs<C["params"]>;
  query: z.output<z.ZodMiniObject<C["query"] extends Shape ? C["query"] : Record<never, never>>>;
  body: C["body"] extends z.ZodMiniType ? z.output<C["body"]> : undefined;
};

export type CallInput<C extends Call> = (C["params"] extends Shape
  ? { params: Inputs<C["params"]> }
  : { params?: never }) &
  (C["query"] extends Shape ? QueryInput<C["query"]> : { query?: never }) &
  (C["body"] extends z.ZodMiniType ? { body: z.input<C["body"]> } : { body?: never });

// Queries travel as text, but clients write the parsed values.
type QueryInput<S extends Shape> =
  Record<never, never> extends QueryValues<S>
    ? { query?: QueryValues<S> }
    : { query: QueryValues<S> };
type QueryValues<S extends Shape> = z.output<z.ZodMiniObject<S>>;

export type Reply<C extends Call> = z.output<C["reply"]>;
export type CallRefusal<C extends Call> = Refusal<C["refusals"][number]>;
