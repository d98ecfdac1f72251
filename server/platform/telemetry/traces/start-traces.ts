import { createRequire, syncBuiltinESMExports } from "node:module";
import { setTimeout as rest } from "node:timers/promises";
import { FastifyOtelInstrumentation } from "@fastify/otel";
import { context, propagation, trace } from "@opentelemetry/api";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { registerInstrumentations } from "@opentelemetry/instrumentation";
import { HttpInstrumentation } from "@opentelemetry/instrumentation-http";
import { PgInstrumentation } from "@opentelemetry/instrumentation-pg";
import { UndiciInstrumentation } from "@opentelemetry/instrumentation-undici";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, NodeTracerProvider } from "@opentelemetry/sdk-trace-node";
import type { Env } from "#server/platform/config/env.ts";
import { SafeExporter } from "./safe-exporter.ts";
import { sampleRatio } from "./sample-ratio.ts";

export const exportTimes = { everyMs: 2_000, timeoutMs: 5_000 };
const stopWithinMs = 1_000;

export type Traces = { stop(): Promise<void> };

export function startTraces(env: Env): Traces {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT ?? "";
  const otlp = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, "")}/v1/traces`,
    headers: env.OTEL_EXPORTER_OTLP_HEADERS,
    timeoutMillis: exportTimes.timeoutMs,
  });
  const exporter = new SafeExporter(otlp, endpoint);
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({
      "service.name": env.OTEL_SERVICE_NAME,
      "process.pid": process.pid,
    }),
    sampler: sampleRatio(env.OTEL_TRACES_SAMPLER_ARG),
    spanLimits: { attributeValueLengthLimit: 1_000 },
    spanProcessors: [
      new BatchSpanProcessor(exporter, {
        scheduledDelayMillis: exportTimes.everyMs,
        exportTimeoutMillis: exportTimes.timeoutMs,
      }),
    ],
  });
  // Without baggage, which would forward client input to other services.
  provider.register({ propagator: new W3CTraceContextPropagator() });
  const instrumentations = [
    new FastifyOtelInstrumentation({
      registerOnInitialization: true,
      instrumentHooks: false,
      recordExceptions: false,
      requestHook: (span, { method, routeOptions }) => {
        span.updateName(`${method} ${routeOptions.url ?? ""}`.trim());
      },
    }),
    new PgInstrumentation({ requireParentSpan: true, ignoreConnectSpans: true }),
    new HttpInstrumentation({
      disableIncomingRequestInstrumentation: true,
      requireParentforOutgoingSpans: true,
    }),
    new UndiciInstrumentation({ requireParentforSpans: true }),
  ];
  const disable = registerInstrumentations({ instrumentations, tracerProvider: provider });
  loadInstrumented();

  return {
    async stop() {
      exporter.stopLogging();
      disable();
      syncBuiltinESMExports();
      // A collector that does not answer must not delay the stop.
      const stopped = provider.shutdown().catch(() => {});
      await Promise.race([stopped, rest(stopWithinMs, undefined, { ref: false })]);
      trace.disable();
      context.disable();
      propagation.disable();
    },
  };
}

/** Instrumentations patch a module when it is required; ES modules share the same objects. */
function loadInstrumented(): void {
  const require = createRequire(import.meta.url);
  for (const name of ["http", "https", "pg"]) require(name);
  syncBuiltinESMExports();
}
