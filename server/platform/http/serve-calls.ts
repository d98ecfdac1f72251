import { join } from "node:path";
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod/mini";
import {
  type Call,
  type Calls,
  callRoot,
  followedKinds,
  isAudited,
  type Reply,
  shownTags,
} from "#contract/call.ts";
import type { InternalCall } from "#contract/pages/renderer.ts";
import { Refusal, refuse } from "#contract/refusals.ts";
import type { Context } from "#server/context.ts";
import type { Audited } from "#server/platform/audit/record-action.ts";
import { timeouts } from "#server/platform/database/timeouts.ts";
import { withTimeout } from "#server/platform/processes/with-timeout.ts";
import { isSameForEveryone, ownershipRefusal } from "./access.ts";
import { addTags, collectTags } from "./answer-tags.ts";
import { acceptedEncoding, encode, sendCached, toEntry } from "./cached-response.ts";
import { addressOf, anonymousCaller, type Caller } from "./caller.ts";
import { enforceRateLimit } from "./enforce-rate-limit.ts";
import type { AnyGiven, AnyHandler, AnyRawHandler } from "./handler.ts";
import { markWrite } from "./own-writes.ts";
import {
  acceptForms,
  type FileRules,
  type ReceiveFile,
  receiveFormFile,
} from "./read-form-file.ts";
import { RefusalError } from "./refusal-error.ts";
import { withRequestDeadline } from "./request-deadline.ts";
import type { Cacheable, ResponseCache } from "./response-cache.ts";
import { isPageStream, type PageStream } from "./stream-pages.ts";
import { writeJson, writeJsonPages } from "./write-json.ts";

/** A call that is the same for everyone; the address is for limits alone. */
export type CallFrom = (address: string) => InternalCall;

type Mounted = { call: Call; handler: unknown; read: (raw: AnyGiven) => AnyGiven | Refusal };

export function serveCalls(
  app: FastifyInstance,
  table: Record<string, Calls>,
  handlers: Record<string, Record<string, unknown>>,
  context: Context,
  cache: ResponseCache,
): CallFrom {
  // Keyed by method and path, because the renderer brings its own copies of the call objects.
  const mounted = new Map<string, Mounted>();
  for (const [domain, calls] of Object.entries(table)) {
    for (const [name, call] of Object.entries(calls)) {
      const handler = handlers[domain]?.[name];
      if (handler === undefined) throw new Error(`The call ${domain}.${name} has no handler`);
      const entry = { call, handler, read: createInputReader(call) };
      mounted.set(`${call.method} ${call.path}`, entry);
      const mountOn = (scope: FastifyInstance) => mount(scope, entry, context, cache);
      if (call.form) acceptForms(app, mountOn);
      else mountOn(app);
    }
  }
  // Pages are rendered from public data only.
  return (address) => async (call, sent) => {
    const entry = mounted.get(`${call.method} ${call.path}`);
    if (!entry) throw new Error("That call is not in the table");
    if (!isSameForEveryone(entry.call)) throw new Error(`${call.path} is not for everyone`);
    const query = queryToStrings(sent.query ?? {});
    const given = entry.read({ params: sent.params, query, body: sent.body });
    if (given instanceof Refusal) throw new RefusalError(given);
    // Also of a refusal: the page may be without what is not there yet.
    addTags(followedKinds(entry.call, given));
    const reply = await run(entry, given, { ...anonymousCaller, address });
    const whole = isPageStream(reply) ? (await Array.fromAsync(reply)).flat() : reply;
    addTags(shownTags(entry.call, whole));
    return call.reply.parse(whole) as Reply<typeof call>;
  };
}

function mount(app: FastifyInstance, entry: Mounted, context: Context, cache: ResponseCache): void {
  const { call, handler } = entry;
  const isCached = isSameForEveryone(call);
  const uploadsFolder = join(context.env.DATA_DIR, "uploads");
  app.route({
    method: call.method,
    url: callRoot + call.path,
    ...(call.maxBytes && { bodyLimit: call.maxBytes }),
    config: {
      who: call.who,
      forEveryone: isCached,
      ...(call.confirm && { confirm: call.confirm }),
      ...(call.area && { area: call.area }),
    },
    onRequest: [
      // First: what the cache answers does not count towards a rate limit.
      ...(isCached ? [cache.lookUp] : []),
      ...(call.rateLimit ? [enforceRateLimit(call.rateLimit, context.env.RATE_LIMIT_FACTOR)] : []),
    ],
    handler: async (request, reply) => {
      const given = entry.read(request);
      if (given instanceof Refusal) throw new RefusalError(given);
      const notOwn = ownershipRefusal(call, given, request.caller.person);
      if (notOwn) throw new RefusalError(notOwn);
      // Streams and redirects: they have no deadline, no schema of the reply and no audit.
      if (call.raw) return (handler as AnyRawHandler)(request, reply, given);
      const content = isCached && cacheable(entry, given, addressOf(request));
      if (content && (await sendKept(cache, { request, reply }, content))) return reply;
      const receiveFile =
        call.form && ((rules: FileRules) => receiveFormFile(request, rules, uploadsFolder));
      let published: Promise<void> | undefined;
      const answer = await run(entry, given, request.caller, receiveFile).finally(() => {
        if (call.method !== "GET") published = context.events.publish();
      });
      const isPublished = published && (await endsSoon(published, reply));
      if (call.method !== "GET" && call.who !== "visitor")
        markWrite(reply, context.origin, isPublished ? context.events.processId : undefined);
      return sendAnswer({ request, reply }, call, answer);
    },
  });
}

function sendAnswer(exchange: Exchange, call: Call, answer: unknown) {
  const { reply } = exchange;
  const isStream = isPageStream(answer);
  if (call.isCompressed && !isStream)
    return sendCompressed(exchange, writeJson(call.reply, answer));
  const body = isStream
    ? Readable.from(writeJsonPages(call.reply, answer))
    : writeJson(call.reply, answer);
  return reply.type(jsonType).header("cache-control", "no-store").send(body);
}

async function sendCompressed({ request, reply }: Exchange, json: string): Promise<FastifyReply> {
  const body = Buffer.from(json);
  const plain = toEntry({ status: 200, type: jsonType, body, cacheControl: "no-store" });
  const encoding = acceptedEncoding(request);
  const response = encoding === "identity" ? plain : await encode(plain, encoding);
  return sendCached(request, reply, response);
}

/** Where the database is slow, the answer does not wait for it: the person's next read does. */
function endsSoon(published: Promise<void>, { elapsedTime }: FastifyReply): Promise<boolean> {
  const leftMs = Math.max(0, timeouts.requestDeadlineMs - elapsedTime);
  const ended = published.then(() => true);
  return withTimeout(ended, Math.min(publishWaitMs, leftMs), () => false);
}

const publishWaitMs = 500;

const jsonType = "application/json; charset=utf-8";

function cacheable(entry: Mounted, given: AnyGiven, address: string): Cacheable {
  const { call } = entry;
  const build = async () => {
    const caller = { ...anonymousCaller, address };
    const { result: answer, until } = await collectTags(() => run(entry, given, caller));
    const shown: unknown[] = [];
    const body = isPageStream(answer)
      ? await collect(writeJsonPages(call.reply, keepFirst(answer, shown)))
      : Buffer.from(writeJson(call.reply, answer));
    const reply = isPageStream(answer) ? shown : answer;
    const tags = [...followedKinds(call, given), ...shownTags(call, reply)];
    return { status: 200, type: jsonType, body, tags, until };
  };
  return { key: canonicalUrl(call, given), build };
}

const mostKeptBytes = 4 * 1024 * 1024;

/** What is longer is streamed to each who asks, or a million parts would stand in memory. */
class TooLongToKeepError extends Error {}

type Exchange = { request: FastifyRequest; reply: FastifyReply };

async function sendKept(
  cache: ResponseCache,
  { request, reply }: Exchange,
  content: Cacheable,
): Promise<boolean> {
  try {
    await cache.send(request, reply, content);
    return true;
  } catch (error) {
    if (error instanceof TooLongToKeepError) return false;
    throw error;
  }
}

async function collect(pages: AsyncIterable<string>): Promise<Buffer> {
  const collected: Buffer[] = [];
  let bytes = 0;
  for await (const page of pages) {
    const piece = Buffer.from(page);
    bytes += piece.length;
    if (bytes > mostKeptBytes) throw new TooLongToKeepError();
    collected.push(piece);
  }
  return Buffer.concat(collected);
}

async function* keepFirst(pages: PageStream<unknown>, first: unknown[]): PageStream<unknown> {
  for await (const page of pages) {
    if (first.length === 0) first.push(...page);
    yield page;
  }
}

async function run(entry: Mounted, given: AnyGiven, caller: Caller, receiveFile?: ReceiveFile) {
  const handle = () => (entry.handler as AnyHandler)(given, caller, receiveFile);
  const { form, noDeadline } = entry.call;
  const hasDeadline = !form && !noDeadline;
  const reply = await (hasDeadline ? withRequestDeadline(caller, handle) : handle());
  if (reply instanceof Refusal) {
    const isHidden = reply.code === "not-found" && caller.refusedAsAdmin;
    throw new RefusalError(isHidden || reply);
  }
  return isAudited(entry.call) ? (reply as Audited<unknown>).reply : reply;
}

function canonicalUrl(call: Call, given: AnyGiven): string {
  const params = given.params as Record<string, string>;
  const path = call.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ""));
  const query = new URLSearchParams(queryToStrings(given.query ?? {}));
  return callRoot + path + (query.size > 0 ? `?${query}` : "");
}

function queryToStrings(query: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  );
}

/** What a call does not know is refused: a filter with a mistyped name would answer everything. */
function createInputReader(call: Call): Mounted["read"] {
  const params = z.object(call.params ?? {});
  const query = (call.foreign ? z.object : z.strictObject)(call.query ?? {});
  const body = call.body ?? z.undefined();
  return (raw) => {
    const readParams = params.safeParse(raw.params ?? {});
    // Same answer for a malformed and an unknown id.
    if (!readParams.success) return refuse("not-found", "There is nothing at this address.");
    const readQuery = query.safeParse(raw.query ?? {});
    if (!readQuery.success)
      return unknownParameter(call, readQuery.error) ?? invalid(readQuery.error);
    const readBody = body.safeParse(call.body ? raw.body : undefined);
    if (!readBody.success) return invalid(readBody.error);
    return { params: readParams.data, query: readQuery.data, body: readBody.data };
  };
}

function unknownParameter({ query = {} }: Call, { issues }: z.core.$ZodError): Refusal | undefined {
  const unknown = issues.flatMap((issue) => (issue.code === "unrecognized_keys" ? issue.keys : []));
  if (unknown.length === 0) return undefined;
  const known = Object.keys(query).join(", ");
  const allowed = known ? `It takes ${known}` : "It takes none";
  const fields = unknown.map((name) => [name, `Is not a parameter of this call. ${allowed}`]);
  const named = unknown.map((name) => `“${name}”`).join(" and ");
  const message = `This call has no parameter ${named}. ${allowed}.`;
  return refuse("invalid", message, Object.fromEntries(fields));
}

function invalid(error: z.core.$ZodError): Refusal {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) {
    const isUnknown = issue.code === "unrecognized_keys";
    const names = isUnknown ? issue.keys : [issue.path.join(".")];
    const message = isUnknown ? "Is not a field of this call" : issue.message;
    for (const name of names.map((each) => each || "body")) {
      // Not `in`: a field may be called toString.
      if (!Object.hasOwn(fields, name)) fields[name] = message;
    }
  }
  return refuse("invalid", "Some of what was sent is not right.", fields);
}
