import { infiniteQueryOptions, type QueryKey } from "@tanstack/react-query";
import type { Call, CallInput, Reply } from "#contract/call.ts";
import type { FieldMessages, RefusalBody, RefusalCode } from "#contract/refusals.ts";

export class CallRefused extends Error {
  readonly status: number;
  readonly code: RefusalCode;
  readonly fields: FieldMessages;
  readonly present: unknown;

  constructor(status: number, { code, message, fields = {}, present }: RefusalBody["error"]) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.present = present;
  }
}

type Refused = Error & Pick<CallRefused, "code" | "present">;

/** Rendered on the server, calls fail with the server's own error, which has these as well. */
export function isRefusedAs(error: unknown, code: RefusalCode): error is Refused {
  return error instanceof Error && (error as Refused).code === code;
}

type Callable = Call & { raw?: never };
type Transport = <C extends Call>(
  call: C,
  sent: CallInput<C>,
  signal?: AbortSignal,
) => Promise<Reply<C>>;

let transport: Transport = callOverHttp;

export function setTransport(next: Transport): void {
  transport = next;
}

/** Longer than it takes until every process of the shop knows of a change. */
const newestMs = 5_000;
let newestUntil = 0;

/** After the news of a change: another process of the shop may not have heard of it yet. */
export function askForNewest(): void {
  newestUntil = Date.now() + newestMs;
}

/** The server refuses parameters that a call does not have, so a view with more fields must not be sent. */
export type OnlyQueryOf<C extends Pick<Call, "query">, Query> = Query &
  Record<Exclude<keyof Query, keyof NonNullable<C["query"]>>, never>;
type Exact<C extends Call, Sent> = Sent extends { query: infer Query }
  ? { query: OnlyQueryOf<C, Query> }
  : unknown;

export function call<C extends Callable, Sent extends CallInput<C> = CallInput<C>>(
  definition: C,
  sent: Sent & Exact<C, Sent>,
  signal?: AbortSignal,
): Promise<Reply<C>> {
  return transport(definition, sent, signal);
}

export async function callInTime<C extends Callable, Sent extends CallInput<C> = CallInput<C>>(
  definition: C,
  sent: Sent & Exact<C, Sent>,
  timeoutMs = 20_000,
): Promise<Reply<C>> {
  const signal = AbortSignal.timeout(timeoutMs);
  return transport(definition, sent, signal).catch((error) => {
    throw signal.aborted ? new Error("The shop did not answer in time.") : error;
  });
}

type SessionHooks = {
  readToken: () => string | null;
  verify: () => Promise<boolean>;
  renewToken: () => void;
};

let session: SessionHooks = { readToken: () => null, verify: async () => false, renewToken() {} };

export function setSessionHooks(hooks: SessionHooks): void {
  session = hooks;
}

type AskToConfirm = () => Promise<boolean>;

let askToConfirm: AskToConfirm | undefined;

export function setConfirmIdentity(ask: AskToConfirm | undefined): void {
  askToConfirm = ask;
}

export function sendForm<C extends Callable & { form: true }>(
  definition: C,
  form: FormData,
  sent: CallInput<C>,
): Promise<Reply<C>> {
  const send = () =>
    readReply<C>(buildUrl(definition, sent), { method: definition.method, body: form });
  return send().catch(async (error) => {
    if (await isSessionOver(definition, error)) throw error;
    return send();
  });
}

async function callOverHttp<C extends Call>(
  definition: C,
  sent: CallInput<C>,
  signal?: AbortSignal,
): Promise<Reply<C>> {
  const address = buildUrl(definition, sent);
  const request: RequestInit = {
    method: definition.method,
    ...(sent.body !== undefined && {
      headers: { "content-type": "application/json" },
      body: JSON.stringify(sent.body),
    }),
    ...(signal && { signal }),
    ...(Date.now() < newestUntil && { cache: "no-cache" as const }),
  };
  const token = definition.bearer ? session.readToken() : null;
  const headers = { ...request.headers, ...(token && { authorization: `Bearer ${token}` }) };
  try {
    return await readReply(address, { ...request, headers });
  } catch (error) {
    if (isRefusedAs(error, "not-confirmed") && (await askToConfirm?.())) {
      return callOverHttp(definition, sent, signal);
    }
    if (await isSessionOver(definition, error)) throw error;
    const answer = await readReply<C>(address, request);
    if (token) session.renewToken();
    return answer;
  }
}

/** After a 401 in a live session the call is sent again with the cookie alone: only its token was dead. */
async function isSessionOver({ who }: Call, error: unknown): Promise<boolean> {
  const isUnauthorized = error instanceof CallRefused && error.status === 401 && who !== "visitor";
  return !isUnauthorized || !(await session.verify());
}

async function readReply<C extends Call>(address: string, request: RequestInit): Promise<Reply<C>> {
  const response = await fetch(address, request).catch((error) => {
    if (request.signal?.aborted) throw error;
    throw new Error("The shop cannot be reached. Please check your connection and try again.");
  });
  const answer = await response.json().catch(() => undefined);
  if (response.ok && answer !== undefined) return answer;
  throw new CallRefused(
    response.status,
    answer?.error ?? { code: "surprise", message: "The shop sent an unexpected answer." },
  );
}

function buildUrl<C extends Call>(definition: C, sent: CallInput<C>): string {
  const params = (sent.params ?? {}) as Record<string, string>;
  const path = definition.path.replace(/:(\w+)/g, (_, name) =>
    encodeURIComponent(params[name] ?? ""),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(sent.query ?? {})) {
    if (value !== undefined) query.set(name, String(value));
  }
  return `/api${path}${query.size > 0 ? `?${query}` : ""}`;
}

/** It is unknown whether the request arrived. */
export function isResponseLost(error: Error): boolean {
  return !(error instanceof CallRefused) || error.status >= 500;
}

/** A random UUID; `crypto.randomUUID` does not exist on plain http. */
export function createKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const variant = "89ab"[(bytes[8] ?? 0) % 4];
  return digits.replace(
    /^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/,
    (_, first, second, third, fourth, fifth) =>
      `${first}-${second}-4${third}-${variant}${fourth}-${fifth}`,
  );
}

type Page<Item> = { items: Item[]; next: string | undefined };
type PageQuery = { limit: number; after: string | undefined };

/** Of the page before: of one that an address begins after, only the id is known. */
type Last<Item> = { _id: string } & Partial<Item>;

export function pagedQuery<Item extends { _id: string }>(
  queryKey: QueryKey,
  pageSize: number,
  fetchItems: (
    page: PageQuery,
    signal: AbortSignal,
    last: Last<Item> | undefined,
  ) => Promise<Item[]>,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: async ({ pageParam, signal }): Promise<Page<Item>> => {
      const last = (pageParam as Last<Item> | null) ?? undefined;
      const query = { limit: pageSize + 1, after: last?._id };
      const found = await fetchItems(query, signal, last);
      const items = found.slice(0, pageSize);
      return { items, next: found.length > pageSize ? items.at(-1)?._id : undefined };
    },
    // Null survives the way through JSON.
    initialPageParam: null as Last<Item> | null,
    getNextPageParam: ({ items, next }) => (next ? items.at(-1) : undefined),
    // No push reaches a page that is not open, so what is cached may be old.
    staleTime: 0,
  });
}
