// Row 38: slow connections make nobody wait; a direct connection cannot claim to be forwarded.
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { full, report } from "./report.ts";
import { sendJson } from "./send-request.ts";
import { serve } from "./serve.ts";
import { type Shop, startShop } from "./start-shop.ts";
import { quantile } from "./statistics.ts";

const socketCount = full ? 2_000 : 60;
/** Honest requests before and meanwhile; people do not all come in the same moment. */
const requestCount = full ? 1_500 : 20;
const forgotten = "/api/identity/forgotten";

const head = (...lines: string[]) => `${lines.join("\r\n")}\r\n`;
const kinds: { begin: string; drip: string }[] = [
  { begin: head("GET / HTTP/1.1", "host: localhost"), drip: "x-y: z\r\n" },
  {
    begin: `${head(
      "POST /api/identity/sign-in HTTP/1.1",
      "host: localhost",
      "content-type: application/json",
      "sec-fetch-site: same-origin",
      "content-length: 60000",
      "",
    )}{`,
    drip: " ",
  },
  {
    begin: head(
      "POST /api/images HTTP/1.1",
      "host: localhost",
      "sec-fetch-site: same-origin",
      "content-type: multipart/form-data; boundary=x",
      "content-length: 8000000",
      "",
    ),
    drip: "x",
  },
  { begin: "", drip: "" },
  { begin: head("GET /api/parts HTTP/1.1", "host: localhost", ""), drip: "" },
];

function attack(url: string, count: number): { left: () => number; received: () => string } {
  let left = count;
  let received = "";
  const port = Number(new URL(url).port);
  const all = Array.from({ length: count }, (_, at) => {
    const { begin, drip } = kinds[at % kinds.length] ?? { begin: "", drip: "" };
    const socket = connect({ port, host: "127.0.0.1", localAddress: "127.0.0.66" });
    socket.on("error", () => {}).once("close", () => left--);
    socket.on("data", (bytes: Buffer) => {
      if (received.length < 100_000) received += bytes.toString("latin1");
    });
    socket.write(begin);
    return { socket, drip };
  });
  const dripping = setInterval(() => {
    for (const { socket, drip } of all) if (drip && socket.writable) socket.write(drip);
  }, 1_000);
  onTestFinished(() => {
    clearInterval(dripping);
    for (const { socket } of all) socket.destroy();
  });
  return { left: () => left, received: () => received };
}

async function measureHonestP95(url: string): Promise<number> {
  const times: number[] = [];
  for (let at = 0; at < requestCount; at++) {
    const path = ["/", "/api/parts", "/api/identity/session", "/health"][at % 4] ?? "/";
    const { status, milliseconds } = await sendJson(url, "GET", path);
    expect(status).toBe(200);
    times.push(milliseconds);
  }
  return quantile(times, 0.95);
}

async function countedPrefixes({ database }: Shop): Promise<string[]> {
  const rows = await database.query<{ key: string }>("select key from limits order by key");
  return rows.flatMap(({ key }) => / from (\S+)$/.exec(key)?.[1] ?? []);
}

describe("row 38: slow connections", () => {
  it("do not make others wait, and are closed", async () => {
    const { url } = await startShop({ databaseUrl: "embedded" });
    await measureHonestP95(url);
    const before = await measureHonestP95(url);
    const { left, received } = attack(url, socketCount);
    await expect.poll(received).toMatch(/ 401 /);
    const meanwhile = await measureHonestP95(url);
    const held = left();
    expect(held).toBeGreaterThan(0);
    // Those between two requests may stay open a little longer.
    const mayStay = socketCount / 5;
    const started = performance.now();
    if (full) await expect.poll(left, { timeout: 120_000 }).toBeLessThanOrEqual(mayStay);
    const seconds = Math.round((performance.now() - started) / 1_000);
    report({
      check: `${socketCount} sockets that drip heads, bodies, or nothing`,
      target: "honest p95 under twice",
      figure: `p95 ${before.toFixed(1)} ms before, ${meanwhile.toFixed(1)} ms while ${held} are open; all but the ${left()} between two requests closed after ${seconds} s`,
      pass: meanwhile < 2 * before && left() <= mayStay,
    });
  });

  it("negative control: a server without timeouts keeps them", async () => {
    const options = { headersTimeout: 0, requestTimeout: 0, keepAliveTimeout: 0 };
    const patient = await serve((_request, response) => void response.end("in"), options);
    const { left } = attack(patient, 20);
    await sleep(full ? 90_000 : 2_000);
    expect(left()).toBe(20);
  });

  it("are not believed when they claim to be forwarded", async () => {
    const shop = await startShop({ env: { PROXIES: "10.0.0.0/8" } });
    const statuses: number[] = [];
    for (let at = 0; at < 63; at++) {
      const headers = {
        "x-forwarded-for": `198.51.100.${at}, 10.0.0.${at}`,
        forwarded: `for=198.51.100.${at}`,
        "x-real-ip": `198.51.100.${at}`,
        "x-forwarded-host": "evil.example",
        "x-forwarded-proto": "https",
      };
      const body = { email: `nobody.${at}@example.com` };
      statuses.push((await sendJson(shop.url, "POST", forgotten, { headers, body })).status);
    }
    const prefixes = await countedPrefixes(shop);
    const passed = statuses.filter((status) => status === 200).length;
    report({
      check: "direct connections with forged X-Forwarded-For",
      target: "nothing believed",
      figure: `63 forged senders, ${passed} served of 60 that one address may; counted for ${prefixes.join(", ")}`,
    });
    expect(statuses).toEqual([...Array(60).fill(200), 429, 429, 429]);
    expect(prefixes).toEqual(["127.0.0.0/24", "127.0.0.1"]);
  });

  it("negative control: proxies of the shop's are believed", async () => {
    const shop = await startShop({ env: { PROXIES: "127.0.0.1" } });
    for (const at of [1, 2]) {
      const headers = { "x-forwarded-for": `198.51.${at}.1` };
      const body = { email: "x@example.com" };
      expect((await sendJson(shop.url, "POST", forgotten, { headers, body })).status).toBe(200);
    }
    const prefixes = await countedPrefixes(shop);
    expect(prefixes).toEqual([1, 2].flatMap((at) => [`198.51.${at}.0/24`, `198.51.${at}.1`]));
  });
});
