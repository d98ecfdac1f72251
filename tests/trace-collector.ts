// A collector of traces: takes OTLP over HTTP in JSON, as a real one does, and keeps what came.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import * as z from "zod/mini";

const hex = (length: number) => z.string().check(z.regex(new RegExp(`^[0-9a-f]{${length}}$`)));
const nanoseconds = z.string().check(z.regex(/^\d{19}$/));
const value = z.record(z.string(), z.union([z.string(), z.number()]));
const span = z.object({
  traceId: hex(32),
  spanId: hex(16),
  parentSpanId: z.optional(hex(16)),
  name: z.string(),
  kind: z.int().check(z.minimum(1), z.maximum(5)),
  startTimeUnixNano: nanoseconds,
  endTimeUnixNano: nanoseconds,
  attributes: z.array(z.object({ key: z.string(), value })),
  events: z.array(z.unknown()),
});
/** ExportTraceServiceRequest, as far as it is looked at. */
const traces = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(span) })) })),
});

export type CollectedSpan = z.output<typeof span> & { values: Record<string, string> };

export type TraceCollector = {
  url: string;
  spans: CollectedSpan[];
  troubles: string[];
  text: string;
};

/** `mute`: takes everything and answers nothing. */
export async function startTraceCollector({ mute = false } = {}): Promise<TraceCollector> {
  const collector: TraceCollector = { url: "", spans: [], troubles: [], text: "" };
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const piece of request.setEncoding("utf8")) text += piece;
    collector.text += text;
    if (mute) return;
    const read = traces.safeParse(JSON.parse(text));
    const isRight =
      request.method === "POST" &&
      request.url === "/v1/traces" &&
      request.headers["content-type"] === "application/json" &&
      request.headers.traceparent === undefined;
    if (!read.success || !isRight) collector.troubles.push(`${request.url} ${read.error}`);
    for (const { scopeSpans } of read.data?.resourceSpans ?? []) {
      for (const each of scopeSpans.flatMap(({ spans }) => spans)) {
        const values = each.attributes.map(({ key, value: held }) => [
          key,
          String(Object.values(held)[0]),
        ]);
        collector.spans.push({ ...each, values: Object.fromEntries(values) });
      }
    }
    response.setHeader("content-type", "application/json").end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  collector.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return collector;
}
