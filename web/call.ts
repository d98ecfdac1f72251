// The typed client of the table of calls: what a call takes and answers, its contract says.
import type { Call, Reply, Sent } from "#contract/call.ts";
import type { FieldMessages, RefusalBody, RefusalCode } from "#contract/refusals.ts";

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
  sent: Sent<C>,
  signal?: AbortSignal,
) => Promise<Reply<C>>;

let transport: Transport = overHttp;

/** On the server, pages make their calls within the process. */
export function callThrough(other: Transport): void {
  transport = other;
}

export function call<C extends Callable>(
  definition: C,
  sent: Sent<C>,
  signal?: AbortSignal,
): Promise<Reply<C>> {
  return transport(definition, sent, signal);
}

async function overHttp<C extends Call>(
  definition: C,
  sent: Sent<C>,
  signal?: AbortSignal,
): Promise<Reply<C>> {
  const response = await fetch(addressOf(definition, sent), {
    method: definition.method,
    ...(sent.body !== undefined && {
      headers: { "content-type": "application/json" },
      body: JSON.stringify(sent.body),
    }),
    ...(signal && { signal }),
  });
  const answer = await response.json().catch(() => undefined);
  if (response.ok && answer !== undefined) return answer;
  throw new CallRefused(
    response.status,
    answer?.error ?? { code: "surprise", message: "The shop did not answer as it should." },
  );
}

function addressOf<C extends Call>(definition: C, sent: Sent<C>): string {
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
