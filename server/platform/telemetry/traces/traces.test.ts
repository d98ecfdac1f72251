// Traces as a collector gets them, over the real protocol.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { readEnv } from "#server/platform/config/env.ts";
import { hideTable } from "#tests/builders/fault.ts";
import { expectWarning, warningsSoFar } from "#tests/fail-on-warnings.ts";
import { openShop } from "#tests/open-shop.ts";
import { aStockedPart, placeOrder } from "#tests/orders.ts";
import { createClientSecret, openPayingShop, orderFirstPart } from "#tests/paying-shop.ts";
import { signUp } from "#tests/people.ts";
import { noisePicture, uploadPicture } from "#tests/pictures.ts";
import { type CollectedSpan, startTraceCollector } from "#tests/trace-collector.ts";
import { readImports } from "../../../../scripts/read-imports.ts";
import { exportTimes } from "./start-traces.ts";

Object.assign(exportTimes, { everyMs: 200, timeoutMs: 1_000 });
const traceId = "0af7651916cd43dd8448eb211c80319c";
const traceparent = `00-${traceId}-b7ad6b7169203331-01`;

const to = ({ url }: { url: string }) => ({ OTEL_EXPORTER_OTLP_ENDPOINT: url });
const named = (spans: CollectedSpan[], name: string) => spans.find((span) => span.name === name);

describe("traces", () => {
  it("tell of a request, its handler and its calls to others", async () => {
    const collector = await startTraceCollector();
    const shop = await openPayingShop({ env: to(collector) });
    const vera = await signUp(shop, { name: "Vera Nobody-Else" });
    const ordered = await orderFirstPart(shop, vera);
    await createClientSecret(vera, ordered);
    const name = "POST /api/create-payment-intent";
    await expect.poll(() => named(collector.spans, name)).toBeDefined();
    expect(collector.troubles).toEqual([]);

    const request = named(collector.spans, name);
    const route = { "http.route": "/api/create-payment-intent" };
    expect(request).toMatchObject({
      kind: 2,
      values: { ...route, "http.request.method": "POST", "http.response.status_code": "200" },
    });
    const within = (parent: CollectedSpan | undefined) =>
      collector.spans.filter(({ parentSpanId }) => parentSpanId === parent?.spanId);
    const handler = within(request).find(({ kind, values }) => kind === 1 && values["http.route"]);
    expect(handler).toMatchObject({ traceId: request?.traceId, values: route });
    const { hostname, port } = new URL(shop.cards.origin);
    expect(within(handler).find(({ values }) => values["http.request.method"])).toMatchObject({
      name: "POST",
      values: {
        "server.address": hostname,
        "server.port": port,
        "http.response.status_code": "200",
      },
    });
    const texts = (spans: CollectedSpan[]) =>
      spans.flatMap(({ values }) => values["db.query.text"] ?? []);
    // Of the pool, within a transaction, and before the handler: the session is looked up.
    expect(texts(within(handler))).toContainEqual(
      expect.stringMatching(/^\s*insert into "payments"/),
    );
    expect(texts(within(request))).toContainEqual(expect.stringMatching(/^\s*select.* sessions/s));
    expect(texts(collector.spans)).toContainEqual(expect.stringMatching(/^begin/));
    for (const span of collector.spans) {
      expect(BigInt(span.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(span.startTimeUnixNano));
    }
    // Whose it was, nobody reads there.
    for (const secret of [vera.email, vera.user._id, vera.user.name, ordered._id]) {
      expect(collector.text).not.toContain(secret);
    }
  });

  it("hold nothing of an address, of a header or of an error", async () => {
    const collector = await startTraceCollector();
    const shop = await openShop({ env: to(collector) });
    await hideTable(shop.shop.db, "parts");
    expectWarning(/does not exist/);
    const secret = "canary-7f3a";
    const headers = { tracestate: `x=${secret}`, baggage: `x=${secret}`, "user-agent": secret };
    for (const path of [`/api/parts?q=${secret}`, `/api/${secret}?x=${secret}`]) {
      await shop.request(path, { headers: { ...headers, traceparent } });
    }
    const failed = () => named(collector.spans, "GET /api/parts")?.values;
    await expect.poll(failed).toMatchObject({ "http.response.status_code": "500" });
    await expect.poll(() => collector.text).toContain("404");
    expect(collector.troubles).toEqual([]);
    expect(named(collector.spans, "GET /*")).toBeDefined();
    expect(collector.text).not.toMatch(/canary|does not exist/);
    expect(collector.spans.flatMap(({ events }) => events)).toEqual([]);
  });

  it("go on a trace that a caller began, and are not left out because the caller says so", async () => {
    const collector = await startTraceCollector();
    const shop = await openShop({ env: to(collector) });
    const hidden = `f${traceId.slice(1)}`;
    const unsampled = traceparent.replace(/01$/, "00").replace(traceId, hidden);
    await shop.request("/api/reviews?newest=3", { headers: { traceparent: unsampled } });
    await shop.request("/api/reviews?newest=2", { headers: { traceparent } });
    await shop.request("/api/reviews?newest=1", { headers: { traceparent: "00-nonsense-01" } });
    const all = () => collector.spans.filter(({ name }) => name === "GET /api/reviews");
    await expect.poll(all).toHaveLength(3);
    const [unasked, taken, anew] = all();
    expect(unasked).toMatchObject({ traceId: hidden, parentSpanId: "b7ad6b7169203331" });
    expect(taken).toMatchObject({ traceId, parentSpanId: "b7ad6b7169203331" });
    expect(anew?.parentSpanId).toBeUndefined();
    expect(anew?.traceId).not.toBe(traceId);
    expect(collector.troubles).toEqual([]);
  });

  it("are the share that is asked for, whatever a caller asks for", async () => {
    // By the usual sampler this id would always be chosen.
    const lowest = `00-00000000000000000000000000000001-b7ad6b7169203331-01`;
    const collector = await startTraceCollector();
    const env = { ...to(collector), OTEL_TRACES_SAMPLER_ARG: "0", PROXIES: "127.0.0.1, ::1" };
    const shop = await openShop({ env });
    for (let count = 1; count < 20; count++) await shop.get(`/api/reviews?newest=${count}`);
    // By itself, and as a proxy of ours passes it on.
    const passedOn = { traceparent, "x-forwarded-for": "203.0.113.7" };
    for (const headers of [{ traceparent }, { traceparent: lowest }, passedOn]) {
      expect((await shop.request("/api/parts?newest=1", { headers })).status).toBe(200);
    }
    await shop.stop();
    expect(collector.spans).toEqual([]);
  });

  it.each(["away", "mute"])("hold up nobody when the collector is %s", async (how) => {
    expectWarning(/Traces are dropped/);
    const collector = await startTraceCollector({ mute: true });
    const url = how === "away" ? "http://127.0.0.1:1" : collector.url;
    const shop = await openShop({ env: to({ url }) });
    const vera = await signUp(shop);
    const part = await aStockedPart(shop);
    for (let count = 0; count < 10; count++) await placeOrder(vera, part);
    if (how === "mute") await expect.poll(() => collector.text).not.toBe("");
    else await expect.poll(warningsSoFar).toHaveLength(1);
    await placeOrder(vera, part);
    await shop.stop();
  });

  it("are passed on to other services", async () => {
    const received: (string | undefined)[] = [];
    const url = "https://pictures.example/x.webp";
    const host = createServer((request, response) => {
      received.push(request.headers.traceparent as string | undefined);
      request
        .resume()
        .on("end", () => response.end(JSON.stringify({ success: true, data: { url } })));
    });
    await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void host.close());
    const collector = await startTraceCollector();
    const address = `http://127.0.0.1:${(host.address() as AddressInfo).port}/upload`;
    const shop = await openShop({
      env: {
        ...to(collector),
        IMAGE_HOST_URL: address,
        IMAGE_HOST_KEY: "a-secret-key",
        IMAGE_HOST_PUBLIC_URL: "https://pictures.example",
      },
    });
    const ada = await signUp(shop);
    expect((await uploadPicture(ada, await noisePicture(64, 64).jpeg().toBuffer())).status).toBe(
      200,
    );
    const sent = () => collector.spans.find(({ kind }) => kind === 3);
    await expect.poll(sent).toMatchObject({ name: "POST" });
    expect(received).toEqual([`00-${sent()?.traceId}-${sent()?.spanId}-01`]);
    expect(collector.text).not.toContain("a-secret-key");
    await shop.stop();
    // Afterwards nothing is recorded or passed on.
    await fetch(address, { method: "POST", body: "x" });
    expect(received[1]).toBeUndefined();
  });

  it("are nowhere in memory where no collector is configured", async () => {
    const isOfTraces = (to: string) =>
      to.startsWith("server/platform/telemetry/traces/") || /opentelemetry|otel/.test(to);
    const users = readImports(["server"]).filter(
      ({ from, to }) => isOfTraces(to) && !isOfTraces(from) && !from.includes(".test."),
    );
    expect(users.length).toBeGreaterThan(0);
    expect(users.filter(({ isType, isLazy }) => !isType && !isLazy)).toEqual([]);
  });
});

it("the settings of a collector are checked at the start", () => {
  const read = (variables: Record<string, string>) => () =>
    readEnv({ NODE_ENV: "test", ...variables });
  expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT: "nowhere" })).toThrow("must be an address");
  expect(read({ OTEL_EXPORTER_OTLP_HEADERS: "api-key" })).toThrow("must be pairs");
  expect(read({ OTEL_TRACES_SAMPLER_ARG: "2" })).toThrow("must be 0 to 1");
  const headers = read({ OTEL_EXPORTER_OTLP_HEADERS: "api-key=a%20b, x-team=shop" })();
  expect(headers.OTEL_EXPORTER_OTLP_HEADERS).toEqual({ "api-key": "a b", "x-team": "shop" });
});
