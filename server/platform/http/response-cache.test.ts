import type { AddressInfo } from "node:net";
import fastify from "fastify";
import { describe, expect, it, onTestFinished } from "vitest";
import type { ShopEvent } from "#server/platform/events/outbox.ts";
import { ResponseCache } from "./response-cache.ts";

/** A server with nothing but cached responses, and builds that the test finishes. */
async function open(options: { maxBytes?: number; outageWaitMs?: number } = {}) {
  const listeners: ((events: ShopEvent[] | undefined) => void)[] = [];
  const events = {
    processId: "this one",
    isCurrent: () => true,
    behindMs: () => 0,
    catchUp: async () => {},
    onEvents: (listener: (typeof listeners)[number]) => void listeners.push(listener),
  };
  /** Nothing given: anything may have changed. */
  const change = (...tags: string[]) => {
    const event = { id: 1, name: "test.changed", about: "", tags, data: {} };
    for (const listener of listeners) listener(tags.length > 0 ? [event] : undefined);
  };
  const cache = new ResponseCache(events, () => "http://localhost", options);
  const builds: { finish: (text: string) => void; fail: (error: Error) => void }[] = [];
  const app = fastify({ forceCloseConnections: true });
  app.get("/*", { onRequest: cache.lookUp }, (request, reply) =>
    cache.send(request, reply, {
      key: request.url,
      build: async () => {
        const { promise, resolve, reject } = Promise.withResolvers<string>();
        builds.push({ finish: resolve, fail: reject });
        const body = Buffer.from(await promise);
        const tags = ["parts", `part:${request.url.slice(1)}`];
        return { status: 200, type: "text/plain; charset=utf-8", body, tags };
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
  return { events, change, cache, get, build, builds };
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
    expect(cache.counts).toMatchObject({ hits: 1, misses: 1 });
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
    const { change, get, build, builds } = await open();
    const before = get("/a");
    const old = await build();
    change("parts");
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
    const { change, cache, get, build, builds } = await open();
    const first = get("/a");
    (await build()).finish("one");
    await first;
    change("users", "part:b");
    expect(await (await get("/a")).text()).toBe("one");
    expect([builds.length, cache.counts.invalidated]).toEqual([1, 0]);
  });

  it("are kept where something else changed while they were built, for those who waited, too", async () => {
    const { change, get, build, builds } = await open();
    const first = get("/a");
    const building = await build();
    change("part:b");
    const second = get("/a");
    building.finish("one");
    expect(await (await first).text()).toBe("one");
    expect(await (await second).text()).toBe("one");
    expect(builds.length).toBe(1);
  });

  it.each([["part:a"], ["part:*"], []])(
    "are built anew once after a change of %s",
    async (...tags) => {
      const { change, get, build, builds, cache } = await open();
      const first = get("/a");
      (await build()).finish("one");
      await first;
      change(...tags);
      change(...tags);
      const second = get("/a");
      (await build(1)).finish("two");
      expect(await (await second).text()).toBe("two");
      expect(await (await get("/a")).text()).toBe("two");
      expect([builds.length, cache.counts.invalidated]).toEqual([2, tags.length > 0 ? 1 : 2]);
    },
  );

  it.each([
    ["a cookie of another process", { cookie: "wrote-80=another" }, 1],
    ["the cookie of this process", { cookie: "wrote-80=this one" }, 0],
    ["an access token", { authorization: "Bearer x" }, 1],
    ["a reload", { "cache-control": "max-age=0" }, 1],
    ["nothing", {}, 0],
  ])("are sent after reading what changed, asked with %s", async (_, headers, reads) => {
    const { events, get, build } = await open();
    let caughtUp = 0;
    events.catchUp = async () => void caughtUp++;
    const first = get("/a");
    (await build()).finish("one");
    await first;
    expect(await (await get("/a", headers)).text()).toBe("one");
    expect(caughtUp).toBe(reads);
  });

  it("are not trusted while changes cannot be read", async () => {
    const { events, get, build } = await open({ outageWaitMs: 60_000 });
    const first = get("/a");
    (await build()).finish("one");
    await first;
    events.isCurrent = () => false;
    const second = get("/a");
    (await build(1)).finish("two");
    expect(await (await second).text()).toBe("two");
  });

  it.each(["identity", "br"])(
    "are sent as last known in %s while the database cannot be reached, and not longer",
    async (encoding) => {
      const { change, get, build } = await open();
      const accepting = { "accept-encoding": encoding };
      const first = get("/a", accepting);
      (await build()).finish(long);
      await first;
      change("parts");
      const second = get("/a", accepting);
      (await build(1)).fail(unreachable);
      expect(await (await second).text()).toBe(long);
      const third = get("/a", accepting);
      (await build(2)).finish("new");
      expect(await (await third).text()).toBe("new");
    },
  );

  it("are sent at once, with their age, while the database hangs, and never to who changed it", async () => {
    const { events, get, build, builds } = await open();
    const first = get("/a");
    (await build()).finish("one");
    await first;
    events.isCurrent = () => false;
    events.behindMs = () => 42_000;
    // Nobody ends the build that the first of them begins.
    for (const _ of "123") {
      const answer = await get("/a");
      expect([await answer.text(), answer.headers.get("age")]).toEqual(["one", "42"]);
    }
    expect(builds).toHaveLength(2);
    const author = get("/a", { cookie: "wrote=another" });
    (await build(1)).finish("two");
    expect(await (await author).text()).toBe("two");
    events.isCurrent = () => true;
    const after = await get("/a");
    expect([await after.text(), after.headers.get("age")]).toEqual(["two", null]);
  });

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
    const { get, build, builds, cache } = await open({ maxBytes: 50_000 });
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
    expect(builds.length).toBe(1);
    expect(cache.counts).toMatchObject({ hits: 2, misses: 2 });
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
