// The door: whom it answers to, how long it waits, and how many it lets in.
import { get } from "node:http";
import { type AddressInfo, connect } from "node:net";
import fastify from "fastify";
import { describe, expect, it, onTestFinished } from "vitest";
import { checkHost, toPath } from "./check-host.ts";
import { defaultLimits } from "./connection-limits.ts";
import { createHttpServer, handleClientError } from "./create-http-server.ts";
import { handleErrors } from "./handle-errors.ts";
import { limitBodyTime } from "./limit-body-time.ts";

const headers = { "x-ours": "yes" };

async function open({
  limits = {},
  proxies = [] as string[],
  origin = "https://shop.example",
} = {}) {
  const all = { ...defaultLimits, checkIntervalMs: 20, ...limits };
  const app = fastify({
    serverFactory: (handle) => createHttpServer(handle, { headers, proxies, limits: all }),
    rewriteUrl: toPath,
    clientErrorHandler: handleClientError(headers),
  });
  app.addHook("onRequest", (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
  app.addHook(
    "onRequest",
    checkHost(() => origin),
  );
  handleErrors(app, {}, () => "");
  limitBodyTime(app, all);
  for (const path of ["/", "/health", "/health/ready", "/healthy"]) app.get(path, async () => "in");
  app.post("/", async () => "in");
  await app.listen({ port: 0, host: "127.0.0.1" });
  onTestFinished(() => {
    app.server.closeAllConnections();
    return app.close();
  });
  return (app.server.address() as AddressInfo).port;
}

function statusFor(port: number, host: string, path = "/"): Promise<number> {
  return new Promise((resolve, reject) => {
    get({ port, host: "127.0.0.1", path, headers: { host }, agent: false }, (response) => {
      response.resume().once("end", () => resolve(response.statusCode ?? 0));
    }).once("error", reject);
  });
}

/** Says this much and no more, and listens until the line is closed. */
function heard(port: number, bytes: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk;
  });
  socket.on("error", () => {});
  socket.write(bytes);
  return new Promise((resolve) => socket.once("close", () => resolve(text)));
}

describe("a request is answered", () => {
  it.each(["shop.example", "localhost", "localhost:1", "127.0.0.1:3000", "127.0.0.2", "[::1]:80"])(
    "on this machine for the host %s",
    async (host) => expect(await statusFor(await open(), host)).toBe(200),
  );

  it.each(["evil.example", "shop.example:81", "SHOP.example.", "10.0.0.1", "[::2]", "localhost.x"])(
    "never for the host %s",
    async (host) => {
      const port = await open();
      expect(await statusFor(port, host)).toBe(400);
      // Each machine is looked after by whatever name it has among those who do.
      expect(await statusFor(port, host, "/health")).toBe(200);
      expect(await statusFor(port, host, "/health/ready?x")).toBe(200);
      expect(await statusFor(port, host, "/healthy")).toBe(400);
      // The whole address goes before the header.
      expect(await statusFor(port, "localhost", `http://${host}/`)).toBe(400);
      expect(await statusFor(port, host, "http://localhost/")).toBe(200);
    },
  );
});

describe("who takes too long", () => {
  const late =
    /^HTTP\/1\.1 408 .*x-ours: yes.*\{"error":\{"code":"too-slow","message":"[^"]+"\}\}$/s;

  it("with the head is told so, and cut off", async () => {
    const port = await open({ limits: { headTimeoutMs: 100 } });
    expect(await heard(port, "GET / HTTP/1.1\r\nhost: localhost\r\nx: ")).toMatch(late);
    expect(await heard(port, "")).toMatch(late);
  });

  it("with the body of a call is told so, and cut off", async () => {
    const port = await open({ limits: { bodyTimeoutMs: 100 } });
    const head = "POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n";
    expect(await heard(port, `${head}content-length: 9\r\n\r\n{`)).toMatch(late);
    expect(await heard(port, `${head}transfer-encoding: chunked\r\n\r\n1\r\n{\r\n`)).toMatch(late);
  });

  it("with what was refused unread is cut off", async () => {
    const port = await open({ limits: { bodyTimeoutMs: 100 } });
    const head =
      "POST /nowhere HTTP/1.1\r\nhost: localhost\r\ncontent-type: multipart/form-data\r\n";
    const text = await heard(port, `${head}content-length: 9\r\n\r\n{`);
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 405"]);
  });

  it("with the next request is let go", async () => {
    const port = await open({ limits: { keepAliveMs: 100 } });
    expect(await heard(port, "GET / HTTP/1.1\r\nhost: localhost\r\n\r\n")).toMatch(/ 200 OK/);
  });
});

describe("connections", () => {
  async function openMany(port: number, many: number) {
    const sockets = Array.from({ length: many }, () => connect(port, "127.0.0.1"));
    let left = many;
    for (const socket of sockets) {
      socket.on("error", () => {}).once("close", () => left--);
      socket.resume();
    }
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
    });
    return { sockets, left: () => left };
  }

  it("of one address are so many at most, and as many again when these are gone", async () => {
    const port = await open({ limits: { perAddress: 5 } });
    const first = await openMany(port, 12);
    await expect.poll(first.left).toBe(5);
    for (const socket of first.sockets) socket.destroy();
    await expect.poll(() => statusFor(port, "localhost").catch(() => 0)).toBe(200);
    const second = await openMany(port, 7);
    await expect.poll(second.left).toBe(5);
  });

  it("of our own proxies are all of them, and all together are so many at most", async () => {
    const limits = { perAddress: 5, connections: 8 };
    const port = await open({ limits, proxies: ["10.0.0.0/8", "127.0.0.0/24"] });
    const { left } = await openMany(port, 12);
    await expect.poll(left).toBe(8);
  });
});
