import type { AddressInfo } from "node:net";
import fastify from "fastify";
import { describe, expect, it, onTestFinished } from "vitest";
import { Changes } from "#server/platform/events/changes.ts";
import { ResponseCache } from "./response-cache.ts";

/** A server with nothing but cached responses, and builds that the test finishes. */
async function open(maxBytes?: number) {
  const changes = new Changes();
  changes.markConnected();
  const cache = new ResponseCache(changes, maxBytes);
  const builds: { finish: (text: string) => void; fail: (error: Error) => void }[] = [];
  const app = fastify({ forceCloseConnections: true });
  app.get("/*", { onRequest: cache.lookUp }, (request, reply) =>
    cache.send(request, reply, {
      key: request.url,
      tags: ["parts"],
      build: async () => {
        const { promise, resolve, reject } = Promise.withResolvers<string>();
        builds.push({ finish: resolve, fail: reject });
        const body = Buffer.from(await promise);
        return { status: 200, type: "text/plain; charset=utf-8", body };
      },
    }),
  );
  await app.listen({ port: 0, host: "127.0.0.1" });
  onTestFinished(() => app.close());
  const base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(base + path, { headers: { "accept-encoding": "identity", ...headers } });
  const build = async (position = 0) => {
    await expect.poll(() => builds.length).toBeGreaterThan(position);
    const found = builds[position];
    if (!found) throw new Error("no build");
    return found;
  };
  return { changes, cache, get, build, builds };
}

const unreachable = Object.assign(new Error("gone"), { code: "ECONNREFUSED" });
const long = "all the same ".repeat(500);

describe("cached responses", () => {
  it("are built once and then sent from memory", async () => {
    const { get, build, builds, cache } = await open();
    const first = get("/a");
    (await build()).finish("one");
    expect(await (await first).text()).toBe("one");
    expect(await (await get("/a")).text()).toBe("one");
    expect(builds.length).toBe(1);
    expect(cache.counts).toEqual({ hits: 1, misses: 1 });
  });

  it("answer 304 to those who have them already", async () => {
    const { get, build } = await open();
    const first = get("/a");
    (await build()).finish("one");
    const etag = (await first).headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[^"]+"$/);
    const again = await get("/a", { "if-none-match": `"other", ${etag}` });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    expect((await get("/a", { "if-none-match": '"other"' })).status).toBe(200);
  });

  it("cause one build for 200 waiting requests", async () => {
    const { get, build, builds } = await open();
    const crowd = Array.from({ length: 200 }, () => get("/a"));
    const first = await build();
    // A request for another path shows that those before it have been received.
    const other = get("/other");
    (await build(1)).finish("x");
    await other;
    first.finish("one");
    const texts = await Promise.all(crowd.map(async (response) => (await response).text()));
    expect(new Set(texts)).toEqual(new Set(["one"]));
    expect(builds.length).toBe(2);
  });

  it("are built anew after a change, and not satisfied by a build begun before it", async () => {
    const { changes, get, build, builds } = await open();
    const before = get("/a");
    const old = await build();
    changes.notify(["parts"]);
    const after = get("/a");
    const other = get("/other");
    (await build(1)).finish("x");
    await other;
    // One build at a time, however many changes there are.
    expect(builds.length).toBe(2);
    old.finish("old");
    (await build(2)).finish("new");
    expect(await (await before).text()).toBe("old");
    expect(await (await after).text()).toBe("new");
    expect(await (await get("/a")).text()).toBe("new");
  });

  it("stay while something else changes", async () => {
    const { cache, get, build, builds } = await open();
    const first = get("/a");
    (await build()).finish("one");
    await first;
    cache.invalidate(["users"]);
    expect(await (await get("/a")).text()).toBe("one");
    expect(builds.length).toBe(1);
  });

  it("are not trusted while changes cannot be heard", async () => {
    const { changes, get, build } = await open();
    const first = get("/a");
    (await build()).finish("one");
    await first;
    changes.markDisconnected();
    const second = get("/a");
    (await build(1)).finish("two");
    expect(await (await second).text()).toBe("two");
  });

  it.each(["identity", "br"])(
    "are sent as last known in %s while the database cannot be reached, and not longer",
    async (encoding) => {
      const { changes, get, build } = await open();
      const accepting = { "accept-encoding": encoding };
      const first = get("/a", accepting);
      (await build()).finish(long);
      await first;
      changes.notify(["parts"]);
      const second = get("/a", accepting);
      (await build(1)).fail(unreachable);
      expect(await (await second).text()).toBe(long);
      const third = get("/a", accepting);
      (await build(2)).finish("new");
      expect(await (await third).text()).toBe("new");
    },
  );

  it("remember nothing of a failure", async () => {
    const { get, build } = await open();
    const first = get("/a");
    (await build()).fail(new Error("broken"));
    expect((await first).status).toBe(500);
    const second = get("/a");
    (await build(1)).finish("fine");
    expect(await (await second).text()).toBe("fine");
  });

  it("keep within their bytes, whatever is asked for", async () => {
    const { get, build, builds, cache } = await open(50_000);
    for (let page = 0; page < 40; page++) {
      const asked = get(`/${page}`);
      (await build(page)).finish("x".repeat(10_000));
      await asked;
      expect(cache.size.bytes).toBeLessThanOrEqual(50_000);
    }
    const asked = get("/0");
    (await build(40)).finish("again");
    expect(await (await asked).text()).toBe("again");
    expect(await (await get("/39")).text()).toHaveLength(10_000);
    expect(builds.length).toBe(41);
  });

  it("are compressed once for those who accept it, each encoding with its own ETag", async () => {
    const { get, build, builds, cache } = await open();
    const first = get("/a", { "accept-encoding": "gzip, br" });
    (await build()).finish(long);
    const br = await first;
    expect(br.headers.get("content-encoding")).toBe("br");
    expect(br.headers.get("vary")).toBe("accept-encoding");
    expect(Number(br.headers.get("content-length"))).toBeLessThan(200);
    expect(await br.text()).toBe(long);
    const weighed = await get("/a", { "accept-encoding": "gzip;q=0.5, br;q=0.8" });
    expect(weighed.headers.get("content-encoding")).toBe("br");
    const gzip = await get("/a", { "accept-encoding": "gzip, br; q=0.0" });
    expect(gzip.headers.get("content-encoding")).toBe("gzip");
    expect(await gzip.text()).toBe(long);
    const plain = await get("/a");
    expect(await plain.text()).toBe(long);
    const etags = [br, gzip, plain].map(({ headers }) => headers.get("etag"));
    expect(new Set(etags).size).toBe(3);
    expect([builds.length, cache.counts]).toEqual([1, { hits: 2, misses: 2 }]);
  });

  it("are whole for a crowd that wants them compressed at once", async () => {
    const { get, build } = await open();
    const crowd = Array.from({ length: 50 }, () => get("/a", { "accept-encoding": "br" }));
    (await build()).finish(long);
    for (const response of await Promise.all(crowd)) {
      expect(response.headers.get("content-encoding")).toBe("br");
      expect(await response.text()).toBe(long);
    }
  });
});
