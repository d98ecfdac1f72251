// Sends spans to a collector as OTLP over HTTP in JSON. A collector that is slow or away costs the
// shop nothing but the spans: so many wait and no more, and nothing waits for them.
import { type Attributes, type Span, within } from "./span.ts";

/** At most so many wait, and go together. */
const most = 2_048;
const atOnce = 512;
const sendEvery = 2_000;
const sendWithin = 5_000;
const lastWithin = 1_000;

export type Exporter = {
  add(span: Span): void;
  waiting(): number;
  stop(): Promise<void>;
};

type Settings = { endpoint: string; headers: Record<string, string>; service: string };

export function openExporter({ endpoint, headers, service }: Settings): Exporter {
  const url = `${endpoint.replace(/\/+$/, "")}/v1/traces`;
  let queue: Span[] = [];
  let dropped = 0;
  let isDown = false;
  let sending: Promise<void> | undefined;
  const giveUp = new AbortController();

  function send(): Promise<void> {
    sending ??= sendNext().finally(() => {
      sending = undefined;
    });
    return sending;
  }

  async function sendNext(): Promise<void> {
    const spans = queue.slice(0, atOnce);
    if (spans.length === 0) return;
    queue = queue.slice(atOnce);
    try {
      const response = await fetch(url, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify(inOtlp(spans, service)),
        signal: AbortSignal.any([giveUp.signal, AbortSignal.timeout(sendWithin)]),
      });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`it answered ${response.status}`);
      if (isDown) console.error(`The collector of traces is back; ${dropped} spans were dropped.`);
      isDown = false;
      dropped = 0;
    } catch (error) {
      dropped += spans.length;
      if (giveUp.signal.aborted) return;
      // Told once, not each time.
      if (!isDown) console.error(`Traces are dropped, ${endpoint} takes none: ${reasonOf(error)}`);
      isDown = true;
    }
  }

  // What sends traces leaves none.
  const sendUntraced = () => within.run("untraced", send);
  const timer = setInterval(() => void sendUntraced(), sendEvery).unref();
  return {
    add(span) {
      if (queue.length >= most) dropped++;
      else queue.push(span);
      if (queue.length >= atOnce && !sending && !isDown) void sendUntraced();
    },
    waiting: () => queue.length,
    async stop() {
      clearInterval(timer);
      const patience = setTimeout(() => giveUp.abort(), lastWithin);
      await sending;
      while (queue.length > 0 && !isDown && !giveUp.signal.aborted) await sendUntraced();
      clearTimeout(patience);
    },
  };
}

function inOtlp(spans: readonly Span[], service: string) {
  return {
    resourceSpans: [
      {
        resource: { attributes: listOf({ "service.name": service, "process.pid": process.pid }) },
        scopeSpans: [{ scope: { name: "shop" }, spans: spans.map(spanInOtlp) }],
      },
    ],
  };
}

function spanInOtlp({ traceId, spanId, parentSpanId, name, kind, ...span }: Span) {
  return {
    traceId,
    spanId,
    ...(parentSpanId && { parentSpanId }),
    name,
    kind,
    startTimeUnixNano: nanoseconds(span.began),
    endTimeUnixNano: nanoseconds(span.ended ?? span.began),
    attributes: listOf(span.attributes),
    ...(span.error !== undefined && { status: { code: 2, message: span.error } }),
  };
}

function listOf(attributes: Attributes) {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === "number" ? { intValue: String(value) } : { stringValue: value },
  }));
}

/** As text: it is more than a number holds to the last figure. */
function nanoseconds(milliseconds: number): string {
  return String(BigInt(Math.round(milliseconds * 1_000)) * 1_000n);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
