import { type ExportResult, ExportResultCode } from "@opentelemetry/core";
import type { ReadableSpan, SpanExporter } from "@opentelemetry/sdk-trace-node";
import { log } from "../log/log.ts";

/** Other attributes, such as URLs and error messages, may hold user input. */
const safeAttributes = new Set([
  "http.request.method",
  "http.response.status_code",
  "http.route",
  "server.address",
  "server.port",
  "db.system.name",
  "db.query.text",
  "db.operation.name",
]);

export class SafeExporter implements SpanExporter {
  readonly #exporter: SpanExporter;
  readonly #endpoint: string;
  #isDown = false;
  #isStopping = false;

  constructor(exporter: SpanExporter, endpoint: string) {
    this.#exporter = exporter;
    this.#endpoint = endpoint;
  }

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.#exporter.export(spans.map(toSafeSpan), (result) => {
      this.#logChange(result);
      done(result);
    });
  }

  /** Failures during the shutdown are expected. */
  stopLogging(): void {
    this.#isStopping = true;
  }

  shutdown(): Promise<void> {
    return this.#exporter.shutdown();
  }

  #logChange({ code, error }: ExportResult): void {
    if (this.#isStopping) return;
    const isDown = code !== ExportResultCode.SUCCESS;
    const { host } = new URL(this.#endpoint);
    if (isDown && !this.#isDown)
      log.warn(`Traces are dropped, ${host} does not accept them: ${error?.message}`);
    if (!isDown && this.#isDown) log.info(`The collector of traces at ${host} is back`);
    this.#isDown = isDown;
  }
}

function toSafeSpan(span: ReadableSpan): ReadableSpan {
  const { traceState: _, ...context } = span.spanContext();
  const attributes = Object.entries(span.attributes).filter(([name]) => safeAttributes.has(name));
  return {
    name: span.name,
    kind: span.kind,
    spanContext: () => context,
    ...(span.parentSpanContext && { parentSpanContext: span.parentSpanContext }),
    startTime: span.startTime,
    endTime: span.endTime,
    duration: span.duration,
    ended: span.ended,
    status: { code: span.status.code },
    attributes: Object.fromEntries(attributes),
    links: [],
    events: [],
    resource: span.resource,
    instrumentationScope: span.instrumentationScope,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}
