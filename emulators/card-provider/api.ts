// Serves the REST calls: authentication, parameters, idempotency and planned faults.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { ApiCall, CallContext, Caller } from "./api-call.ts";
import { authenticate, type Keys } from "./authenticate.ts";
import { DeclinedError } from "./charges.ts";
import { confirmCalls } from "./confirm.ts";
import { customerCalls } from "./customers.ts";
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
import { methodCalls } from "./payment-methods.ts";
import { readBody } from "./read-body.ts";
import { type Params, type ParamTypes, readParams } from "./read-params.ts";
import { refundCalls } from "./refunds.ts";
import { setupCalls } from "./setup-intents.ts";
import type { Store } from "./store.ts";

export type Api = {
  store: Store;
  faults: Faults;
  keys: Keys;
  contextFor(cause: Cause): CallContext;
  deliverEvents(): void;
};

const calls = [
  ...intentCalls,
  ...confirmCalls,
  ...refundCalls,
  ...customerCalls,
  ...methodCalls,
  ...setupCalls,
];

type ParsedRequest = {
  call: ApiCall;
  id: string;
  who: Caller;
  params: Params<ParamTypes>;
  cause: Cause;
  fingerprint: string;
};
type SentResponse = ApiResponse & { replayed?: string };

export function serveApi(api: Api) {
  const inProgress = new Set<string>();

  async function handle(request: IncomingMessage, cause: Cause, url: URL): Promise<SentResponse> {
    const operation = `${request.method} ${url.pathname}`;
    if (api.faults.consume("failBefore", operation)) throw serverError();
    if (api.faults.consume("tooMany", operation)) throw lockTimeout();
    const parsed = await parseRequest(api, request, cause, url);
    const { key } = cause;
    if (key !== undefined && inProgress.has(key)) throw keyInUse(key);
    if (key !== undefined) inProgress.add(key);
    try {
      await api.faults.delay(operation);
      return act(api, parsed, operation);
    } finally {
      if (key !== undefined) inProgress.delete(key);
    }
  }

  return async (request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> => {
    const operation = `${request.method} ${url.pathname}`;
    const outage = api.faults.findOutage(operation);
    if (outage === "refuses") return void request.socket.resetAndDestroy();
    const cause: Cause = { request: newId("req", 14), key: undefined };
    const result = await respond(async () => {
      if (outage) throw unavailable();
      if (request.method === "POST") cause.key = readKey(headerOf(request, "idempotency-key"));
      return handle(request, cause, url);
    });
    api.deliverEvents();
    if (result.status >= 500) return send(response, cause, result);
    if (api.faults.consume("hang", operation)) return;
    if (api.faults.consume("reset", operation)) return void request.socket.resetAndDestroy();
    const fails = api.faults.consume("failAfterActing", operation);
    send(response, cause, fails ? toResponse(serverError()) : result);
  };
}

async function respond(work: () => Promise<SentResponse>): Promise<SentResponse> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError) return toResponse(error);
    console.error(error);
    return toResponse(serverError());
  }
}

async function parseRequest(
  api: Api,
  request: IncomingMessage,
  cause: Cause,
  url: URL,
): Promise<ParsedRequest> {
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
  // Errors up to here are not stored under the idempotency key.
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

/** Changes, events and the response are stored in one transaction. */
function act(api: Api, parsed: ParsedRequest, operation: string): SentResponse {
  const { cause, fingerprint } = parsed;
  const context = api.contextFor(cause);
  const { key } = cause;
  return api.store.inTransaction(() => {
    const stored = key === undefined ? undefined : findResponse(api.store, key, fingerprint);
    if (stored) return { ...stored, replayed: stored.request };
    let response = attempt(context, parsed);
    if (api.faults.consume("failForGood", operation)) response = toResponse(serverError());
    if (key !== undefined) {
      storeResponse(api.store, key, fingerprint, { ...response, request: cause.request });
    }
    return response;
  });
}

function attempt(context: CallContext, { call, params, id, who }: ParsedRequest): ApiResponse {
  try {
    return { status: 200, body: JSON.stringify(call.act(context, params, { id, who }), null, 2) };
  } catch (error) {
    // Committed with its response, which a retry with the same key gets again.
    if (error instanceof ApiError) return toResponse(error);
    if (error instanceof DeclinedError) return toResponse(error.error);
    throw error;
  }
}

function toResponse({ status, body }: ApiError): ApiResponse {
  const doc = body.code && `https://docs.stripe.com/error-codes/${body.code.replaceAll("_", "-")}`;
  const error = { ...body, ...(doc && { doc_url: doc }) };
  return { status, body: JSON.stringify({ error }, null, 2) };
}

function send(
  response: ServerResponse,
  cause: Cause,
  { status, body, replayed }: SentResponse,
): void {
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

function lockTimeout(): ApiError {
  const message =
    "This object cannot be accessed right now because another API request or Stripe process is currently accessing it.";
  return invalidRequest(message, { code: "lock_timeout" }, 429);
}

function unavailable(): ApiError {
  return new ApiError(503, { type: "api_error", message: "Service temporarily unavailable." });
}
