// A span is a piece of work with a beginning and an end, within another. Who is within whom goes
// along with the asynchronous work itself.
import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";

export const kinds = { internal: 1, server: 2, client: 3 } as const;
export type Attributes = Record<string, string | number>;

export type Span = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  /** Whether anybody will see it; who is within it is not seen, either. */
  isSampled: boolean;
  name: string;
  kind: (typeof kinds)[keyof typeof kinds];
  began: number;
  ended?: number;
  attributes: Attributes;
  error?: string;
};

/** What a work is within: a span, or what is to leave no trace. */
export const within = new AsyncLocalStorage<Span | "untraced">();

type Caller = Pick<Span, "traceId" | "spanId">;
/** Of a caller's span only the names are known; of ours, whether anybody will see it. */
type Parent = Caller | Span;

export function beginSpan(
  name: string,
  kind: Span["kind"],
  { parent, ratio }: { parent: Parent | undefined; ratio: number },
  attributes: Attributes = {},
): Span {
  return {
    traceId: parent?.traceId ?? randomBytes(16).toString("hex"),
    spanId: randomBytes(8).toString("hex"),
    ...(parent && { parentSpanId: parent.spanId }),
    // A request decides for all that is within it, and only the shop decides for a request: were a
    // caller believed, any visitor could have everything recorded, or nothing.
    isSampled: parent && "isSampled" in parent ? parent.isSampled : Math.random() < ratio,
    name,
    kind,
    began: now(),
    attributes,
  };
}

/** Milliseconds since 1970, and parts of them. */
export function now(): number {
  return performance.timeOrigin + performance.now();
}

const none = /^0+$/;

/**
 * W3C trace context: what a caller says of the trace that its request is in. Not whether it is to be
 * recorded: what proxies of ours pass on, any visitor may have written.
 */
export function readTraceparent(header: unknown): Caller | undefined {
  if (typeof header !== "string") return undefined;
  const read = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-|$)/.exec(header);
  const [, traceId = "", spanId = ""] = read ?? [];
  if (!read || none.test(traceId) || none.test(spanId)) return undefined;
  return { traceId, spanId };
}

export function writeTraceparent({ traceId, spanId, isSampled }: Span): string {
  return `00-${traceId}-${spanId}-${isSampled ? "01" : "00"}`;
}
