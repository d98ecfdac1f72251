// The typed client of the table of calls: what a call takes and answers, its contract says.
import type { Call, CallInput, Reply } from "#contract/call.ts";
import type { FieldMessages, RefusalBody, RefusalCode } from "#contract/refusals.ts";
import { readToken } from "./access-token.ts";

/** The server said no; `message` is a sentence for the person. */
export class CallRefused extends Error {
  readonly status: number;
  readonly code: RefusalCode;
  readonly fields: FieldMessages;

  constructor(status: number, { code, message, fields = {} }: RefusalBody["error"]) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = fields;
  }
}

/** Calls that answer themselves, by a stream or a redirect, are not made from here. */
type Callable = Call & { raw?: never };
type Transport = <C extends Call>(
  call: C,
  sent: CallInput<C>,
  signal?: AbortSignal,
) => Promise<Reply<C>>;

let transport: Transport = overHttp;

/** On the server, pages make their calls within the process. */
export function setTransport(other: Transport): void {
  transport = other;
}

export function call<C extends Callable>(
  definition: C,
  sent: CallInput<C>,
  signal?: AbortSignal,
): Promise<Reply<C>> {
  return transport(definition, sent, signal);
}

type SessionBehind = { lives: () => Promise<boolean>; renewToken: () => void };

let session: SessionBehind = { lives: async () => false, renewToken() {} };

/** Sets who knows whether the session lives, and how a dead token is replaced while it does. */
export function setSessionHooks(behind: SessionBehind): void {
  session = behind;
}

/** A call whose body is a form with files. It is made from the browser only. */
export function sendForm<C extends Callable & { form: true }>(
  definition: C,
  form: FormData,
): Promise<Reply<C>> {
  const send = () =>
    answerOf<C>(`/api${definition.path}`, { method: definition.method, body: form });
  return send().catch(async (error) => {
    if (await isOver(definition, error)) throw error;
    return send();
  });
}

async function overHttp<C extends Call>(
  definition: C,
  sent: CallInput<C>,
  signal?: AbortSignal,
): Promise<Reply<C>> {
  const address = addressOf(definition, sent);
  const request: RequestInit = {
    method: definition.method,
    ...(sent.body !== undefined && {
      headers: { "content-type": "application/json" },
      body: JSON.stringify(sent.body),
    }),
    ...(signal && { signal }),
  };
  const token = definition.bearer ? readToken() : null;
  const headers = { ...request.headers, ...(token && { authorization: `Bearer ${token}` }) };
  try {
    return await answerOf(address, { ...request, headers });
  } catch (error) {
    if (await isOver(definition, error)) throw error;
    const answer = await answerOf<C>(address, request);
    if (token) session.renewToken();
    return answer;
  }
}

/**
 * Refused as nobody's, a call may have come with a dead token, or with the cookie from before a
 * new password that another tab set: while the session lives it is made once more, by the cookie
 * alone. Nothing was done yet, because who may call is decided first.
 */
async function isOver({ who }: Call, error: unknown): Promise<boolean> {
  const asNobody = error instanceof CallRefused && error.status === 401 && who !== "visitor";
  return !asNobody || !(await session.lives());
}

async function answerOf<C extends Call>(address: string, request: RequestInit): Promise<Reply<C>> {
  const response = await fetch(address, request).catch((error) => {
    if (request.signal?.aborted) throw error;
    throw new Error("The shop cannot be reached. Please check your connection and try again.");
  });
  const answer = await response.json().catch(() => undefined);
  if (response.ok && answer !== undefined) return answer;
  throw new CallRefused(
    response.status,
    answer?.error ?? { code: "surprise", message: "The shop did not answer as it should." },
  );
}

function addressOf<C extends Call>(definition: C, sent: CallInput<C>): string {
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
