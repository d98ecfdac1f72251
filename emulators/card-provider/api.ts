// The REST calls: whose key, which call, what was asked, whether it was asked before, and what
// goes wrong on request.
import type { IncomingMessage, ServerResponse } from "node:http";
import { Declined } from "./charges.ts";
import { confirmCalls } from "./confirm.ts";
import type { Call, Desk, Who } from "./desk.ts";
import { ApiError, brokenDown, invalid } from "./errors.ts";
import { apiVersion, type Cause } from "./events.ts";
import type { Faults } from "./faults.ts";
import { readForm } from "./form-body.ts";
import {
  type Answer,
  fingerprintOf,
  inUse,
  keepAnswer,
  keptAnswer,
  readKey,
} from "./idempotency.ts";
import { newId } from "./ids.ts";
import { intentCalls } from "./intents.ts";
import type { Ledger } from "./ledger.ts";
import { type Params, readParams, type Spec } from "./params.ts";
import { readBody } from "./read-body.ts";
import { refundCalls } from "./refunds.ts";
import { type Keys, whoAsks } from "./who-asks.ts";

export type Api = {
  ledger: Ledger;
  faults: Faults;
  keys: Keys;
  /** A desk that tells what happens there, because of this request. */
  deskFor(cause: Cause): Desk;
  /** Called when something was told. */
  told(): void;
};

const calls = [...intentCalls, ...confirmCalls, ...refundCalls];

type Asked = {
  call: Call;
  id: string;
  who: Who;
  params: Params<Spec>;
  cause: Cause;
  fingerprint: string;
};
type Given = Answer & { replayed?: string };

export function serveApi(api: Api) {
  /** Keys of requests that are being worked on. */
  const underWay = new Set<string>();

  async function answer(request: IncomingMessage, cause: Cause, url: URL): Promise<Given> {
    const named = `${request.method} ${url.pathname}`;
    if (api.faults.takes("failBefore", named)) throw brokenDown();
    if (api.faults.takes("tooMany", named)) throw tooMany();
    const asked = await read(api, request, cause, url);
    const { key } = cause;
    if (key === undefined) {
      await api.faults.rest(named);
      return act(api, asked, named);
    }
    if (underWay.has(key)) throw inUse(key);
    underWay.add(key);
    try {
      await api.faults.rest(named);
      return act(api, asked, named);
    } finally {
      underWay.delete(key);
    }
  }

  return async (request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> => {
    const named = `${request.method} ${url.pathname}`;
    const down = api.faults.down(named);
    if (down === "refuses") return void request.socket.resetAndDestroy();
    const cause: Cause = { request: newId("req", 14), key: undefined };
    const given = await answerOrRefusal(async () => {
      if (down) throw unavailable();
      if (request.method === "POST") cause.key = readKey(headerOf(request, "idempotency-key"));
      return answer(request, cause, url);
    });
    api.told();
    if (given.status >= 500) return send(response, cause, given);
    if (api.faults.takes("hang", named)) return;
    if (api.faults.takes("reset", named)) return void request.socket.resetAndDestroy();
    const isLost = api.faults.takes("failAfterActing", named);
    send(response, cause, isLost ? answerOf(brokenDown()) : given);
  };
}

async function answerOrRefusal(work: () => Promise<Given>): Promise<Given> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError) return answerOf(error);
    console.error(error);
    return answerOf(brokenDown());
  }
}

async function read(api: Api, request: IncomingMessage, cause: Cause, url: URL): Promise<Asked> {
  const text = request.method === "POST" ? await readBody(request) : url.search.slice(1);
  const form = readForm(text);
  const method = request.method ?? "GET";
  const who = whoAsks(api.keys, headerOf(request, "authorization"), form);
  const found = findCall(method, url.pathname);
  if (!found) {
    throw invalid(
      `Unrecognized request URL (${method}: ${url.pathname}). Please see https://stripe.com/docs or ` +
        "we can help at https://support.stripe.com/.",
      {},
      404,
    );
  }
  if (!found.call.who.includes(who)) {
    throw invalid(
      "This API call cannot be made with a publishable API key. Please use a secret API key. You can " +
        "find a list of your API keys at https://dashboard.stripe.com/account/apikeys.",
      { code: "secret_key_required" },
      403,
    );
  }
  const fingerprint = fingerprintOf(method, url.pathname, form);
  // What cannot be read is not begun, and so not remembered under its key.
  return { ...found, who, params: readParams(form, found.call.params), cause, fingerprint };
}

function findCall(method: string, path: string): { call: Call; id: string } | undefined {
  for (const call of calls) {
    if (call.method !== method) continue;
    const match = new RegExp(`^${call.path.replace(":id", "([^/]+)")}$`).exec(path);
    if (match) return { call, id: match[1] ?? "" };
  }
  return undefined;
}

/** What was done, what was told and what was answered go to the disk together. */
function act(api: Api, asked: Asked, named: string): Given {
  const { cause, fingerprint } = asked;
  const desk = api.deskFor(cause);
  const { key } = cause;
  return api.ledger.atOnce(() => {
    const kept = key === undefined ? undefined : keptAnswer(api.ledger, key, fingerprint);
    if (kept) return { ...kept, replayed: kept.request };
    let answer = attempt(desk, asked);
    if (api.faults.takes("failForGood", named)) answer = answerOf(brokenDown());
    if (key !== undefined) {
      keepAnswer(api.ledger, key, fingerprint, { ...answer, request: cause.request });
    }
    return answer;
  });
}

function attempt(desk: Desk, { call, params, id, who }: Asked): Answer {
  try {
    return { status: 200, body: JSON.stringify(call.act(desk, params, { id, who }), null, 2) };
  } catch (error) {
    // A no changes nothing; a declined attempt is on record.
    if (error instanceof ApiError) return answerOf(error);
    if (error instanceof Declined) return answerOf(error.error);
    throw error;
  }
}

function answerOf({ status, body }: ApiError): Answer {
  const doc = body.code && `https://docs.stripe.com/error-codes/${body.code.replaceAll("_", "-")}`;
  const error = { ...body, ...(doc && { doc_url: doc }) };
  return { status, body: JSON.stringify({ error }, null, 2) };
}

function send(response: ServerResponse, cause: Cause, { status, body, replayed }: Given): void {
  response.writeHead(status, {
    "content-type": "application/json",
    "cache-control": "no-cache, no-store",
    "request-id": cause.request,
    "stripe-version": apiVersion,
    ...(cause.key !== undefined && { "idempotency-key": cause.key }),
    ...(replayed && { "idempotent-replayed": "true", "original-request": replayed }),
    ...(replayed && status >= 500 && { "stripe-should-retry": "false" }),
  });
  response.end(body);
}

function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

function tooMany(): ApiError {
  const says =
    "This object cannot be accessed right now because another API request or Stripe process is currently accessing it.";
  return invalid(says, { code: "lock_timeout" }, 429);
}

function unavailable(): ApiError {
  return new ApiError(503, { type: "api_error", message: "Service temporarily unavailable." });
}
