// Traces: what a request did, and how long each part of it took. Loaded only where a collector is
// configured (run.ts); without one, nothing of this is there.
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Env } from "#server/env.ts";
import { openExporter } from "./exporter.ts";
import { watchOutsideCalls } from "./outside-calls.ts";
import {
  type Attributes,
  beginSpan,
  kinds,
  now,
  readTraceparent,
  type Span,
  within,
  writeTraceparent,
} from "./span.ts";

type Handler = (...given: never[]) => unknown;
export type Traces = {
  /** Every request that comes to the router; what is answered before it has nothing to tell. */
  watch(app: FastifyInstance): void;
  /** The same handler, with a span of its own. */
  around<Handled>(name: string, handler: Handled): Handled;
  waiting(): number;
  stop(): Promise<void>;
};

type Settings = Pick<
  Env,
  | "OTEL_EXPORTER_OTLP_ENDPOINT"
  | "OTEL_EXPORTER_OTLP_HEADERS"
  | "OTEL_SERVICE_NAME"
  | "OTEL_TRACES_SAMPLER_ARG"
>;

export function openTraces(settings: Settings): Traces {
  const exporter = openExporter({
    endpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT ?? "",
    headers: settings.OTEL_EXPORTER_OTLP_HEADERS,
    service: settings.OTEL_SERVICE_NAME,
  });
  const ratio = settings.OTEL_TRACES_SAMPLER_ARG;

  function end(span: Span, error?: string): void {
    span.ended = now();
    if (error !== undefined) span.error = error;
    if (span.isSampled) exporter.add(span);
  }

  /** Within a request only: what the shop does by itself each second is no news. */
  function child(name: string, kind: Span["kind"], attributes: Attributes): Span | undefined {
    const parent = within.getStore();
    if (!parent || parent === "untraced") return undefined;
    return beginSpan(name, kind, { parent, ratio }, attributes);
  }

  const unwatchCalls = watchOutsideCalls(({ method, host, setHeader }) => {
    const attributes = { "http.request.method": method, "server.address": host };
    const span = child(`${method} ${host}`, kinds.client, attributes);
    if (!span) return undefined;
    setHeader("traceparent", writeTraceparent(span));
    return ({ status, error }) => {
      if (status) span.attributes["http.response.status_code"] = status;
      end(span, error ? ((error as NodeJS.ErrnoException).code ?? "failed") : undefined);
    };
  });

  const spans = new WeakMap<FastifyRequest, Span>();

  return {
    watch(app) {
      app.addHook("onRequest", (request, _reply, done) => {
        const route = request.routeOptions.url ?? "none";
        const parent = readTraceparent(request.headers.traceparent);
        // By the route: addresses name people.
        const attributes = { "http.request.method": request.method, "http.route": route };
        const name = `${request.method} ${route}`;
        const span = beginSpan(name, kinds.server, { parent, ratio }, attributes);
        span.attributes["shop.request_id"] = request.id;
        spans.set(request, span);
        within.run(span, done);
      });
      // What comes after the body was read does not come from the hook above.
      app.addHook("preValidation", (request, _reply, done) => {
        within.run(spans.get(request) ?? "untraced", done);
      });
      app.addHook("onResponse", (request, reply, done) => {
        const span = spans.get(request);
        const status = reply.raw.statusCode;
        if (span) {
          span.attributes["http.response.status_code"] = status;
          end(span, status >= 500 ? `answered ${status}` : undefined);
        }
        done();
      });
    },
    around(name, handler) {
      if (typeof handler !== "function") return handler;
      const traced = async (...given: never[]) => {
        const span = child(name, kinds.internal, {});
        if (!span) return (handler as unknown as Handler)(...given);
        try {
          return await within.run(span, () => (handler as unknown as Handler)(...given));
        } catch (error) {
          span.error = error instanceof Error ? error.name : "failed";
          throw error;
        } finally {
          end(span);
        }
      };
      return traced as typeof handler;
    },
    waiting: exporter.waiting,
    async stop() {
      unwatchCalls();
      await exporter.stop();
    },
  };
}
