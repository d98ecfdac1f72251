// What nginx does between people and the shop, where there is an nginx.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { request as secureRequest } from "node:https";
import { json } from "node:stream/consumers";
import { connect } from "node:tls";
import { describe, expect, it, onTestFinished } from "vitest";
import { aPart } from "#seed/builders.ts";
import { addPart } from "#server/modules/catalog/add-parts.ts";
import { sessions } from "#server/modules/identity/tables.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { freePort } from "./free-port.ts";
import { openProxiedShop, postJson, shareProxiedShop } from "./open-proxied-shop.ts";
import { createProxyClient, hasNginx, startNginx } from "./start-nginx.ts";

const sharedShop = shareProxiedShop();

/** Two units as the template names them, each away for a moment, one after the other: what failed. */
async function whileTwoStartAnew(edit: (configuration: string) => string): Promise<string[]> {
  const ports = [await freePort(), await freePort()];
  const start = async (port = 0) => {
    const server = createServer((_, response) => void response.end("here"));
    await once(server.listen(port, "127.0.0.1"), "listening");
    return async () => {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    };
  };
  const stops = await Promise.all(ports.map(start));
  onTestFinished(async () => void (await Promise.all(stops.map((stop) => stop()))));
  const both = (text: string) =>
    edit(text.replace("#server 127.0.0.1:3002", `server 127.0.0.1:${ports[1]}`));
  const nginx = await startNginx(`http://127.0.0.1:${ports[0]}`, { edit: both });
  onTestFinished(nginx.stop);
  const ask = createProxyClient(nginx, nginx.url);
  const failed: string[] = [];
  for (const [at, name] of ["the first", "the second"].entries()) {
    await stops[at]?.();
    for (let asked = 0; asked < 10; asked++) {
      const { status } = await ask("/api/parts", asked % 2 ? postJson("{}") : {});
      if (status !== 200) failed.push(`${status} while ${name} is away`);
    }
    stops[at] = await start(ports[at]);
  }
  return failed;
}

const template = readFileSync("deploy/nginx/shop.conf.template", "utf8");
const browser = { "accept-encoding": "gzip, deflate, br, zstd" };
const somebody = JSON.stringify({
  name: "Vera",
  email: "v@example.com",
  password: "correct horse",
});

const addressesOf = async (db: Queries) =>
  (await db.select().from(sessions)).map(({ address }) => address);

describe.skipIf(!hasNginx)("behind nginx", () => {
  it("a page is asked of the shop once in a while, whatever stands in the query", async () => {
    const { ask, reached } = await openProxiedShop();
    const first = await ask("/", { headers: browser });
    expect(first.headers["content-encoding"]).toBe("br");
    expect(first.body).toContain("Camshaft</h3>");
    for (let time = 0; time < 100; time++) {
      const { status, headers } = await ask(`/?utm_source=${time}`, { headers: browser });
      expect([status, headers.etag]).toEqual([200, first.headers.etag]);
    }
    const known = { ...browser, "if-none-match": first.headers.etag ?? "" };
    expect((await ask("/", { headers: known })).status).toBe(304);
    expect(reached.length).toBeLessThan(50);
  });

  it("a change shows in a page in a moment, and in a list at once", async () => {
    const { ask, shop, reached } = await openProxiedShop();
    await ask("/product");
    const list = "/api/parts?newest=6";
    for (const _ of "123") await ask(list);
    expect(reached.filter((path) => path === list)).toHaveLength(3);
    await addPart(shop.db, aPart({ name: "Crankshaft" }));
    await expect.poll(async () => (await ask("/product")).body).toContain("Crankshaft");
  });

  it("each gets the form of a page that they can read", async () => {
    const { ask } = await sharedShop();
    const forms: [string, string | undefined][] = [
      ["br", "br"],
      ["gzip, deflate", "gzip"],
      ["gzip;q=0.5, br;q=0.8", "br"],
      ["br;q=0, gzip;q=1.0", "gzip"],
      ["br;q=0.000, gzip;q=0", undefined],
      ["brown, identity", undefined],
      ["identity", undefined],
    ];
    for (const [accepted, form] of forms) {
      const { headers } = await ask("/about", { headers: { "accept-encoding": accepted } });
      expect([accepted, headers["content-encoding"]]).toEqual([accepted, form]);
    }
  });

  it("what only looks like a page does not become what others are shown", async () => {
    const { ask } = await sharedShop();
    for (const path of ["//product", "/%2e%2e/product", "/x/../product", "/product%3f"]) {
      expect([path, [400, 404].includes((await ask(path)).status)]).toEqual([path, true]);
      const { status, body } = await ask("/product");
      expect([path, status, body.includes("Camshaft</h2>")]).toEqual([path, 200, true]);
    }
    const { status, headers } = await ask("/product/");
    expect([status, headers.location]).toEqual([308, "/product"]);
  });

  it("what is one's own is never kept, and never anybody else's", async () => {
    const { ask } = await openProxiedShop();
    const come = await ask("/api/identity/sign-up", postJson(somebody));
    const cookie = String(come.headers["set-cookie"]).split(";")[0] ?? "";
    const session = "/api/identity/session";
    expect((await ask(session, { headers: { cookie } })).body).toContain("v@example.com");
    expect(JSON.parse((await ask(session)).body)).toEqual({ user: null });
    const page = await ask("/dashboard", { headers: { cookie } });
    expect(page.headers["set-cookie"]).toBeUndefined();
    expect(page.body).toBe((await ask("/dashboard")).body);
  });

  it("who asks is what the line says, whatever they say", async () => {
    const liar = postJson(somebody, { "x-forwarded-for": "6.6.6.6", forwarded: "for=6.6.6.6" });
    const { ask, shop } = await openProxiedShop();
    await ask("/api/identity/sign-up", liar);
    expect(await addressesOf(shop.db)).toEqual(["127.0.0.1"]);
    // The known-bad variant: what the asker says goes on.
    const bad = await openProxiedShop((text) =>
      text.replace("X-Forwarded-For $remote_addr", "X-Forwarded-For $proxy_add_x_forwarded_for"),
    );
    await bad.ask("/api/identity/sign-up", liar);
    expect(await addressesOf(bad.shop.db)).toEqual(["6.6.6.6"]);
  });

  it("news of changes come through at once", async () => {
    const { nginx, shop } = await openProxiedShop();
    let heard = "";
    const given = { ca: nginx.ca, agent: false as const };
    const asked = secureRequest(`${nginx.url}/api/live?shows=parts`, given, (response) => {
      response.on("data", (bytes) => {
        heard += bytes;
      });
    });
    onTestFinished(() => void asked.destroy());
    asked.on("error", () => {}).end();
    await expect.poll(() => heard).toContain("event: alive");
    await addPart(shop.db, aPart());
    await expect.poll(() => heard).toContain('"parts"');
  });

  it("live connections of one address are bounded, in the shop's words", async () => {
    expect(template).toContain("limit_conn shop_live 1000;");
    const { nginx } = await openProxiedShop((text) =>
      text.replace("shop_live 1000", "shop_live 2"),
    );
    const one = () =>
      new Promise<IncomingMessage>((resolve, reject) => {
        const given = { ca: nginx.ca, agent: false as const };
        const asked = secureRequest(`${nginx.url}/api/live?shows=parts`, given, resolve);
        onTestFinished(() => void asked.destroy());
        asked.on("error", reject).end();
      });
    const [first, second] = [await one(), await one()];
    expect([first.statusCode, second.statusCode]).toEqual([200, 200]);
    const third = await one();
    expect([third.statusCode, third.headers["retry-after"]]).toEqual([429, "15"]);
    expect(await json(third)).toMatchObject({ error: { code: "too-many" } });
    first.destroy();
    await expect.poll(async () => (await one()).statusCode).toBe(200);
  });

  it("files are kept for as long as their names last, and pictures are let in", async () => {
    const { ask, reached } = await openProxiedShop();
    const file = /\/assets\/[^"]+\.js/.exec((await ask("/")).body)?.[0] ?? "";
    for (const _ of "12345") {
      const { headers } = await ask(file, { headers: browser });
      expect(headers["content-encoding"]).toBe("br");
      expect(headers["cache-control"]).toContain("immutable");
    }
    expect(reached.filter((path) => path === file)).toHaveLength(1);
    const picture = postJson("x".repeat(2_000_000), { "content-type": "multipart/form-data" });
    expect((await ask("/api/images", picture)).status).toBe(401);
  });

  it("while the shop is away, that is said, to people and to programs", async () => {
    const { ask, stop } = await openProxiedShop();
    await ask("/");
    await stop();
    const page = await ask("/nowhere");
    expect([page.status, page.headers["retry-after"]]).toEqual([503, "2"]);
    expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(page.body).toContain("starting again");
    const list = await ask("/api/parts");
    expect([list.status, list.headers["cache-control"]]).toEqual([503, "no-store"]);
    expect(JSON.parse(list.body)).toEqual({
      error: { code: "unavailable", message: expect.stringContaining("try again") },
    });
  });

  it("one of two that start anew in turn is always asked", async () => {
    expect(await whileTwoStartAnew((text) => text)).toEqual([]);
  });

  it("neither would be, were it left out for a while after a line that it did not take", async () => {
    const failed = await whileTwoStartAnew((text) => text.replaceAll(" max_fails=0", ""));
    expect(new Set(failed)).toEqual(new Set(["503 while the second is away"]));
  });

  it("all of it is encrypted, and for the shop's own name", async () => {
    const { nginx, ask } = await sharedShop();
    const { status, headers } = await createProxyClient(nginx, nginx.plainUrl)("/product?x=1");
    expect([status, headers.location]).toEqual([301, "https://localhost/product?x=1"]);
    expect((await ask("/", { headers: { host: "elsewhere.example" } })).status).toBe(421);
    await expect(ask("/", { name: "elsewhere.example" })).rejects.toThrow(/unrecognized name/);
  });

  it("programs that speak in the open are told so, and not led on", async () => {
    const { nginx, reached } = await sharedShop();
    const answer = await createProxyClient(nginx, nginx.plainUrl)(
      "/api/identity/sign-in",
      postJson(somebody),
    );
    expect([answer.status, answer.headers.location]).toEqual([403, undefined]);
    expect(JSON.parse(answer.body).error.message).toContain("https://localhost");
    expect(reached).toEqual([]);
  });

  it.each([
    ["TLS 1.3", "TLSv1.3", undefined, "TLSv1.3"],
    ["TLS 1.2", "TLSv1.2", undefined, "TLSv1.2"],
    ["TLS 1.1", "TLSv1.1", "ALL:@SECLEVEL=0", undefined],
    ["TLS 1.0", "TLSv1", "ALL:@SECLEVEL=0", undefined],
    ["no forward secrecy", "TLSv1.2", "AES128-GCM-SHA256:AES256-SHA256", undefined],
    ["no authentication of what is sent", "TLSv1.2", "ECDHE-ECDSA-AES128-SHA256", undefined],
  ] as const)(
    "a line of %s is taken only where it is a good one",
    async (_, version, ciphers, is) => {
      const { nginx } = await sharedShop();
      const { hostname, port } = new URL(nginx.url);
      const versions = { minVersion: version, maxVersion: version, ...(ciphers && { ciphers }) };
      const made = new Promise<string | null>((resolve, reject) => {
        const given = { port: Number(port), servername: hostname, ca: nginx.ca, ...versions };
        const socket = connect({ host: "127.0.0.1", ...given }, () => {
          resolve(socket.getProtocol());
          socket.destroy();
        });
        socket.once("error", reject);
      });
      if (is) expect(await made).toBe(is);
      else await expect(made).rejects.toThrow(/alert|no ciphers|no protocols|version/);
    },
  );
});
