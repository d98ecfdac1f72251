// Traces as a collector gets them, over the real protocol.
import { readFile } from "node:fs/promises";
import { createServer, get } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { readEnv } from "#server/env.ts";
import { type CollectedSpan, openCollector } from "#tests/collector.ts";
import { openShop } from "#tests/open-shop.ts";
import { aStockedPart, placeOrder } from "#tests/orders.ts";
import { openPayingShop, order, secretFor } from "#tests/paying.ts";
import { signUp } from "#tests/people.ts";
import { expectComplaint } from "#tests/silence.ts";
import { readImports } from "../../scripts/doors.ts";
import { openExporter } from "./exporter.ts";
import { watchOutsideCalls } from "./outside-calls.ts";
import { beginSpan, kinds, readTraceparent, writeTraceparent } from "./span.ts";

const traceId = "0af7651916cd43dd8448eb211c80319c";
const traceparent = `00-${traceId}-b7ad6b7169203331-01`;
const soon = { timeout: 10_000 };

const to = ({ url }: { url: string }) => ({ OTEL_EXPORTER_OTLP_ENDPOINT: url });
const named = (spans: CollectedSpan[], name: string) => spans.find((span) => span.name === name);

describe("traces", () => {
  it("tell of a request, its handler and its calls to others", async () => {
    const collector = await openCollector();
    const shop = await openPayingShop({ env: to(collector) });
    const vera = await signUp(shop, { name: "Vera Nobody-Else" });
    const ordered = await order(shop, vera);
    await secretFor(vera, ordered);
    const name = "POST /api/create-payment-intent";
    await expect.poll(() => named(collector.spans, name), soon).toBeDefined();
    expect(collector.troubles).toEqual([]);

    const request = named(collector.spans, name);
    expect(request).toMatchObject({ kind: 2, values: { "http.response.status_code": "200" } });
    const within = (parent: CollectedSpan | undefined) =>
      collector.spans.filter(({ parentSpanId }) => parentSpanId === parent?.spanId);
    const handler = named(within(request), "payments.intent");
    expect(handler).toMatchObject({ kind: 1, traceId: request?.traceId });
    const { host } = new URL(shop.cards.origin);
    expect(named(within(handler), `POST ${host}`)).toMatchObject({
      kind: 3,
      values: { "server.address": host, "http.response.status_code": "200" },
    });
    for (const span of collector.spans) {
      expect(BigInt(span.endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(span.startTimeUnixNano));
    }
    // Whose it was, nobody reads there.
    for (const secret of [vera.email, vera.user._id, vera.user.name, ordered._id]) {
      expect(collector.text).not.toContain(secret);
    }
  });

  it("go on a trace that a caller began, and are not left out because the caller says so", async () => {
    const collector = await openCollector();
    const shop = await openShop({ env: to(collector) });
    const hidden = `f${traceId.slice(1)}`;
    const unsampled = traceparent.replace(/01$/, "00").replace(traceId, hidden);
    await shop.request("/api/reviews?newest=3", { headers: { traceparent: unsampled } });
    await shop.request("/api/reviews?newest=2", { headers: { traceparent } });
    await shop.request("/api/reviews?newest=1", { headers: { traceparent: "00-nonsense-01" } });
    const all = () => collector.spans.filter(({ name }) => name === "GET /api/reviews");
    await expect.poll(all, soon).toHaveLength(3);
    const [unasked, taken, anew] = all();
    expect(unasked).toMatchObject({ traceId: hidden, parentSpanId: "b7ad6b7169203331" });
    expect(taken).toMatchObject({ traceId, parentSpanId: "b7ad6b7169203331" });
    expect(anew?.parentSpanId).toBeUndefined();
    expect(anew?.traceId).not.toBe(traceId);
    expect(collector.troubles).toEqual([]);
  });

  it("are the share that is asked for, whatever a caller asks for", async () => {
    const collector = await openCollector();
    const env = { ...to(collector), OTEL_TRACES_SAMPLER_ARG: "0", PROXIES: "127.0.0.1, ::1" };
    const shop = await openShop({ env });
    for (let count = 1; count < 20; count++) await shop.get(`/api/reviews?newest=${count}`);
    // By itself, and as a proxy of ours passes it on.
    const passedOn = { traceparent, "x-forwarded-for": "203.0.113.7" };
    for (const headers of [{ traceparent }, passedOn]) {
      expect((await shop.request("/api/parts?newest=1", { headers })).status).toBe(200);
    }
    await shop.stop();
    expect(collector.spans).toEqual([]);
  });

  it("decide once, for all that is within a request", () => {
    const caller = readTraceparent(traceparent);
    const request = beginSpan("x", kinds.server, { parent: caller, ratio: 1 });
    expect(request).toMatchObject({ traceId, isSampled: true });
    const within = beginSpan("y", kinds.client, { parent: request, ratio: 0 });
    expect(within.isSampled).toBe(true);
    expect(writeTraceparent(within)).toBe(`00-${traceId}-${within.spanId}-01`);
    const unseen = beginSpan("x", kinds.server, { parent: caller, ratio: 0 });
    expect(beginSpan("y", kinds.client, { parent: unseen, ratio: 1 }).isSampled).toBe(false);
    expect(writeTraceparent(unseen)).toMatch(/-00$/);
  });

  it.each(["away", "mute"])("hold up nobody when the collector is %s", async (how) => {
    if (how === "away") expectComplaint(/Traces are dropped/);
    const collector = await openCollector({ mute: true });
    const url = how === "away" ? "http://127.0.0.1:1" : collector.url;
    const shop = await openShop({ env: to({ url }) });
    const vera = await signUp(shop);
    const part = await aStockedPart(shop);
    for (let count = 0; count < 10; count++) await placeOrder(vera, part);
    expect(shop.shop.traces?.waiting()).toBeGreaterThan(0);
    if (how === "mute") await expect.poll(() => collector.text, soon).not.toBe("");
    await placeOrder(vera, part);
    await shop.stop();
  });

  it("wait in a bounded queue, and are dropped beyond it", async () => {
    const { url } = await openCollector({ mute: true });
    const exporter = openExporter({ endpoint: url, headers: {}, service: "shop" });
    const from = { parent: undefined, ratio: 1 };
    for (let count = 0; count < 10_000; count++) exporter.add(beginSpan("x", kinds.server, from));
    expect(exporter.waiting()).toBe(2_048);
    await exporter.stop();
  });

  it("are passed on to others, by whichever client", async () => {
    const heard: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      heard.push(String(request.headers.traceparent));
      response.writeHead(201).end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const told: unknown[] = [];
    const stop = watchOutsideCalls((call) => {
      call.setHeader("traceparent", traceparent);
      return (outcome) => told.push({ method: call.method, host: call.host, ...outcome });
    });
    onTestFinished(stop);
    await (await fetch(`http://${host}/secret`)).text();
    await new Promise((resolve) =>
      get(`http://${host}/secret`, (response) => response.resume().on("end", resolve)),
    );
    await expect.poll(() => told).toHaveLength(2);
    expect(told).toEqual([1, 2].map(() => ({ method: "GET", host, status: 201 })));
    expect(heard).toEqual([traceparent, traceparent]);
    stop();
    await fetch(`http://${host}/`);
    expect(told).toHaveLength(2);
  });

  it("are nowhere in memory where no collector is configured", async () => {
    const shop = await openShop();
    expect(shop.shop.traces).toBeUndefined();
    const lines = await readImports();
    const users = lines.filter(({ from, to }) => {
      return to.startsWith("server/traces/") && !from.startsWith("server/traces/");
    });
    for (const { from, to } of users) {
      const text = await readFile(from, "utf8");
      const name = to.replace("server/", "./");
      const loads = new RegExp(`^import (?!type )[^;]*"${name}"`, "m");
      expect(text, `${from} loads ${to} always`).not.toMatch(loads);
    }
    expect(users.length).toBeGreaterThan(0);
  });
});

describe("what a caller says of its trace", () => {
  it("is read as W3C has it, and nothing else is believed", () => {
    expect(readTraceparent(traceparent)).toEqual({ traceId, spanId: "b7ad6b7169203331" });
    expect(readTraceparent(`cc${traceparent.slice(2)}-more`)).toMatchObject({ traceId });
    const wrong = [
      undefined,
      "",
      traceparent.toUpperCase(),
      `ff${traceparent.slice(2)}`,
      traceparent.replace(traceId, "0".repeat(32)),
      traceparent.replace("b7ad6b7169203331", "0".repeat(16)),
      `${traceparent}0`,
    ];
    for (const header of wrong) expect(readTraceparent(header)).toBeUndefined();
  });

  it("and the collector's settings are checked at the start", () => {
    const read = (variables: Record<string, string>) => () =>
      readEnv({ NODE_ENV: "test", ...variables });
    expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT: "nowhere" })).toThrow("must be an address");
    expect(read({ OTEL_EXPORTER_OTLP_HEADERS: "api-key" })).toThrow("must be pairs");
    expect(read({ OTEL_TRACES_SAMPLER_ARG: "2" })).toThrow("must be 0 to 1");
    const headers = read({ OTEL_EXPORTER_OTLP_HEADERS: "api-key=a%20b, x-team=shop" })();
    expect(headers.OTEL_EXPORTER_OTLP_HEADERS).toEqual({ "api-key": "a b", "x-team": "shop" });
  });
});
