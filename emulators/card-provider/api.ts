// The REST calls: whose key, which call, what was asked, whether it was asked before, and what
// goes wrong on request.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { ApiCall, CallContext, Caller } from "./api-call.ts";
import { authenticate, type Keys } from "./authenticate.ts";
import { DeclinedError } from "./charges.ts";
import { confirmCalls } from "./confirm.ts";
import { ApiError, invalidRequest, serverError } from "./errors.ts";
import { apiVersion, type Cause } from "./events.ts";
import type { Faults } from "./faults.ts";
import {
  type ApiResponse,
  findResponse,
  hashRequest,
  keyInUse,
  readKey,
  storeResponse,
} from "./idempotency.ts";
import { newId } from "./ids.ts";
import { intentCalls } from "./intents.ts";
import { parseForm } from "./parse-form.ts";
import { readBody } from "./read-body.ts";
import { type Params, type ParamTypes, readParams } from "./read-params.ts";
import { refundCalls } from "./refunds.ts";
import type { Store } from "./store.ts";

export type Api = {
  ledger: Store;
  faults: Faults;
  keys: Keys;
  /** A desk that tells what happens there, because of this request. */
  deskFor(cause: Cause): CallContext;
  /** Called when something was told. */
  told(): void;
};

const calls = [...intentCalls, ...confirmCalls, ...refundCalls];

type Asked = {
  call: ApiCall;
  id: string;
  who: Caller;
  params: Params<ParamTypes>;
  cause: Cause;
  fingerprint: string;
};
type Given = ApiResponse & { replayed?: string };

export function serveApi(api: Api) {
  /** Keys of requests that are being worked on. */
  const underWay = new Set<string>();

  async function answer(request: IncomingMessage, cause: Cause, url: URL): Promise<Given> {
    const named = `${request.method} ${url.pathname}`;
    if (api.faults.consume("failBefore", named)) throw serverError();
    if (api.faults.consume("tooMany", named)) throw tooMany();
    const asked = await read(api, request, cause, url);
    const { key } = cause;
    if (key === undefined) {
      await api.faults.delay(named);
      return act(api, asked, named);
    }
    if (underWay.has(key)) throw keyInUse(key);
    underWay.add(key);
    try {
      await api.faults.delay(named);
      return act(api, asked, named);
    } finally {
      underWay.delete(key);
    }
  }

  return async (request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> => {
    const named = `${request.method} ${url.pathname}`;
    const down = api.faults.findOutage(named);
    if (down === "refuses") return void request.socket.resetAndDestroy();
    const cause: Cause = { request: newId("req", 14), key: undefined };
    const given = await answerOrRefusal(async () => {
      if (down) throw unavailable();
      if (request.method === "POST") cause.key = readKey(headerOf(request, "idempotency-key"));
      return answer(request, cause, url);
    });
    api.told();
    if (given.status >= 500) return send(response, cause, given);
    if (api.faults.consume("hang", named)) return;
    if (api.faults.consume("reset", named)) return void request.socket.resetAndDestroy();
    const isLost = api.faults.consume("failAfterActing", named);
    send(response, cause, isLost ? answerOf(serverError()) : given);
  };
}

async function answerOrRefusal(work: () => Promise<Given>): Promise<Given> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError) return answerOf(error);
    console.error(error);
    return answerOf(serverError());
  }
}

async function read(api: Api, request: IncomingMessage, cause: Cause, url: URL): Promise<Asked> {
  const text = request.method === "POST" ? await readBody(request) : url.search.slice(1);
  const form = parseForm(text);
  const method = request.method ?? "GET";
  const who = authenticate(api.keys, headerOf(request, "authorization"), form);
  const found = findCall(method, url.pathname);
  if (!found) {
    throw invalidRequest(
      `Unrecognized request URL (${method}: ${url.pathname}). Please see https://stripe.com/docs or ` +
        "we can help at https://support.stripe.com/.",
      {},
      404,
    );
  }
  if (!found.call.who.includes(who)) {
    throw invalidRequest(
      "This API call cannot be made with a publishable API key. Please use a secret API key. You can " +
        "find a list of your API keys at https://dashboard.stripe.com/account/apikeys.",
      { code: "secret_key_required" },
      403,
    );
  }
  const fingerprint = hashRequest(method, url.pathname, form);
  // What cannot be read is not begun, and so not remembered under its key.
  return { ...found, who, params: readParams(form, found.call.params), cause, fingerprint };
}

function findCall(method: string, path: string): { call: ApiCall; id: string } | undefined {
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
    const kept = key === undefined ? undefined : findResponse(api.ledger, key, fingerprint);
    if (kept) return { ...kept, replayed: kept.request };
    let answer = attempt(desk, asked);
    if (api.faults.consume("failForGood", named)) answer = answerOf(serverError());
    if (key !== undefined) {
      storeResponse(api.ledger, key, fingerprint, { ...answer, request: cause.request });
    }
    return answer;
  });
}

function attempt(desk: CallContext, { call, params, id, who }: Asked): ApiResponse {
  try {
    return { status: 200, body: JSON.stringify(call.act(desk, params, { id, who }), null, 2) };
  } catch (error) {
    // A no changes nothing; a declined attempt is on record.
    if (error instanceof ApiError) return answerOf(error);
    if (error instanceof DeclinedError) return answerOf(error.error);
    throw error;
  }
}

function answerOf({ status, body }: ApiError): ApiResponse {
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
  return invalidRequest(says, { code: "lock_timeout" }, 429);
}

function unavailable(): ApiError {
  return new ApiError(503, { type: "api_error", message: "Service temporarily unavailable." });
}
