// What a call is. Both sides read the same object: the server mounts it, the web calls it.
import type * as z from "zod/mini";
import type { Refusal, RefusalCode } from "./refusals.ts";

/**
 * Who may call, decided by the server alone:
 * - visitor: anyone
 * - signed-in: anyone with a session
 * - own: anyone with a session, for their own data only: each e-mail that the call names must be
 *   theirs; a call that names none asks the store for what is theirs
 * - own-or-admin: the same, or an admin for anybody
 * - admin: a session whose user is an admin
 */
export type AccessRule = "visitor" | "signed-in" | "own" | "own-or-admin" | "admin";

/**
 * Data that changes under people's eyes; a change is pushed to every open browser. That users or
 * orders changed is told to admins only.
 */
export type Topic = "parts" | "reviews" | "users" | "orders";

type PathNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

type Shape = Record<string, z.ZodMiniType>;

export type Call<Path extends string = string> = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below {host}, which is ORIGIN/api. */
  path: Path;
  /** For people who write programs against it; shown at /api. */
  summary: string;
  who: AccessRule;
  /** One schema for each `:name` of the path, no more and no fewer. */
  params?: Record<string, z.ZodMiniType>;
  query?: Shape;
  body?: z.ZodMiniType;
  reply: z.ZodMiniType;
  /** The refusals of this call's own; those of the door (401, 403, 400) go without saying. */
  refusals: readonly RefusalCode[];
  /** The browser sends its access token along, as the specification lists. */
  bearer?: true;
  /** Public and the same for everyone until one of these topics changes. */
  changesWith?: readonly Topic[];
  /** A success of this call changes these topics. */
  changes?: readonly Topic[];
  /** The handler writes the answer itself: a stream, a redirect. */
  raw?: true;
  /** The handler limits its own time, or waits for more than the database: for passwords to be hashed. */
  ownDeadline?: true;
  /** The body is a form with files, not JSON; the handler reads it. */
  form?: true;
  /**
   * So often by one person, or by one network where nobody is signed in; `with` a query by this name
   * only. Far more than people need. `unverified`: by a person whose e-mail is not verified.
   */
  pace?: { most: number; seconds: number; unverified?: number; with?: string };
};

/** What an admin changes by these is noted in the audit log. */
export function isAudited({ method, who }: Pick<Call, "method" | "who">): boolean {
  return method !== "GET" && (who === "admin" || who === "own-or-admin");
}
export type IsAudited<C extends Pick<Call, "method" | "who">> = C["method"] extends "GET"
  ? false
  : C["who"] extends "admin" | "own-or-admin"
    ? true
    : false;

type ParamsOf<Path extends string> = [PathNames<Path>] extends [never]
  ? { params?: never }
  : { params: { [Name in PathNames<Path>]: z.ZodMiniType } };

export function defineCall<
  const Path extends `/${string}`,
  const C extends Omit<Call<Path>, "params" | "path"> & { path: Path } & ParamsOf<Path>,
>(definition: C & { path: Path }): C {
  return definition;
}

type Outputs<S> = S extends Shape ? { [K in keyof S]: z.output<S[K]> } : Record<never, never>;
type Inputs<S> = z.input<z.ZodMiniObject<S extends Shape ? S : Record<never, never>>>;

/** What a handler is given: everything checked and of its declared type. */
export type HandlerInput<C extends Call> = {
  params: Outputs<C["params"]>;
  query: z.output<z.ZodMiniObject<C["query"] extends Shape ? C["query"] : Record<never, never>>>;
  body: C["body"] extends z.ZodMiniType ? z.output<C["body"]> : undefined;
};

/** What a caller must send; a part that the call does not have cannot be sent. */
export type CallInput<C extends Call> = (C["params"] extends Shape
  ? { params: Inputs<C["params"]> }
  : { params?: never }) &
  (C["query"] extends Shape ? QuerySent<C["query"]> : { query?: never }) &
  (C["body"] extends z.ZodMiniType ? { body: z.input<C["body"]> } : { body?: never });

// Queries travel as text, but callers write what comes out of it. The whole query may be left
// out where nothing in it is required.
type QuerySent<S extends Shape> =
  Record<never, never> extends QueryValues<S>
    ? { query?: QueryValues<S> }
    : { query: QueryValues<S> };
type QueryValues<S extends Shape> = z.output<z.ZodMiniObject<S>>;

export type Reply<C extends Call> = z.output<C["reply"]>;
export type CallRefusal<C extends Call> = Refusal<C["refusals"][number]>;

/** The domain's calls by name. */
export type Calls = Record<string, Call>;
