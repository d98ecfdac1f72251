import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { Changes } from "#server/live/changes.ts";
import { type Answer, PreparedAnswers } from "./prepared.ts";

const topics = ["parts"] as const;

function answer(text: string): Answer {
  return { status: 200, type: "text/plain; charset=utf-8", body: Buffer.from(text) };
}

/** A server with nothing but prepared answers, and builds that the test lets go on. */
async function open(mostBytes?: number) {
  const changes = new Changes();
  changes.hear();
  const prepared = new PreparedAnswers(changes, { "x-ours": "yes" }, mostBytes);
  const waiting: { key: string; give: (text: string) => void; fail: (error: Error) => void }[] = [];
  let fromDoor = 0;
  const server = createServer(async (request, response) => {
    if (prepared.answers(request, response)) {
      fromDoor++;
      return;
    }
    const key = request.url ?? "";
    const build = () =>
      new Promise<Answer>((resolve, fail) => {
        waiting.push({ key, give: (text) => resolve(answer(text)), fail });
      });
    try {
      (await prepared.prepare(request, { key, topics, build }))(response);
    } catch {
      response.writeHead(500).end("failed");
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(base + path, { headers: { "accept-encoding": "identity", ...headers } });
  const build = async (position = 0) => {
    await expect.poll(() => waiting.length).toBeGreaterThan(position);
    const found = waiting[position];
    if (!found) throw new Error("no build");
    return found;
  };
  return { changes, prepared, get, build, waiting, doors: () => fromDoor };
}

describe("prepared answers", () => {
  it("are built once and then sent from memory", async () => {
    const { get, build, waiting, doors } = await open();
    const first = get("/a");
    (await build()).give("one");
    expect(await (await first).text()).toBe("one");
    const second = await get("/a");
    expect(await second.text()).toBe("one");
    expect(second.headers.get("x-ours")).toBe("yes");
    expect([waiting.length, doors()]).toEqual([1, 1]);
  });

  it("answer 304 to who has them already", async () => {
    const { get, build } = await open();
    const first = get("/a");
    (await build()).give("one");
    const etag = (await first).headers.get("etag") ?? "";
    const again = await get("/a", { "if-none-match": etag });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  });

  it("cause one build for 200 waiting requests", async () => {
    const { get, build, waiting } = await open();
    const crowd = Array.from({ length: 200 }, () => get("/a"));
    const first = await build();
    // A request on another path shows that those before it have been received.
    const other = get("/other");
    (await build(1)).give("x");
    await other;
    first.give("one");
    const texts = await Promise.all(crowd.map(async (response) => (await response).text()));
    expect(new Set(texts)).toEqual(new Set(["one"]));
    expect(waiting.length).toBe(2);
  });

  it("are built anew after a change, and never satisfied by a build begun before it", async () => {
    const { changes, get, build } = await open();
    const before = get("/a");
    const old = await build();
    changes.tell(["parts"]);
    const after = get("/a");
    const other = get("/other");
    (await build(1)).give("x");
    await other;
    old.give("old");
    (await build(2)).give("new");
    expect(await (await before).text()).toBe("old");
    expect(await (await after).text()).toBe("new");
    expect(await (await get("/a")).text()).toBe("new");
  });

  it("are not trusted while changes of others cannot be heard", async () => {
    const { changes, get, build } = await open();
    const first = get("/a");
    (await build()).give("one");
    await first;
    changes.lose();
    const second = get("/a");
    (await build(1)).give("two");
    expect(await (await second).text()).toBe("two");
  });

  it("are served as last known when the database cannot be reached", async () => {
    const { changes, get, build } = await open();
    const first = get("/a");
    (await build()).give("one");
    await first;
    changes.lose();
    const second = get("/a");
    (await build(1)).fail(Object.assign(new Error("gone"), { code: "ECONNREFUSED" }));
    expect(await (await second).text()).toBe("one");
  });

  it("remember nothing of a failure", async () => {
    const { get, build } = await open();
    const first = get("/a");
    (await build()).fail(new Error("broken"));
    expect((await first).status).toBe(500);
    const second = get("/a");
    (await build(1)).give("fine");
    expect(await (await second).text()).toBe("fine");
  });

  it("keep within their bytes, whatever is asked for", async () => {
    const { get, build, waiting } = await open(50_000);
    for (let page = 0; page < 40; page++) {
      const asked = get(`/${page}`);
      (await build(page)).give("x".repeat(10_000));
      await asked;
    }
    const asked = get("/0");
    (await build(40)).give("again");
    expect(await (await asked).text()).toBe("again");
    expect(await (await get("/39")).text()).toHaveLength(10_000);
    expect(waiting.length).toBe(41);
  });

  it("are compressed once for those who can read it", async () => {
    const { get, build, doors } = await open();
    const long = "all the same ".repeat(500);
    const first = get("/a", { "accept-encoding": "gzip, br" });
    (await build()).give(long);
    const response = await first;
    expect(response.headers.get("content-encoding")).toBe("br");
    expect(Number(response.headers.get("content-length"))).toBeLessThan(200);
    expect(await response.text()).toBe(long);
    const weighed = await get("/a", { "accept-encoding": "gzip;q=0.5, br;q=0.8" });
    expect(weighed.headers.get("content-encoding")).toBe("br");
    await weighed.text();
    const gzip = await get("/a", { "accept-encoding": "gzip, br; q=0.0" });
    expect(gzip.headers.get("content-encoding")).toBe("gzip");
    expect(await gzip.text()).toBe(long);
    await (await get("/a", { "accept-encoding": "br" })).text();
    expect(doors()).toBe(2);
  });

  it("are whole for a crowd that wants them compressed at once", async () => {
    const { get, build } = await open();
    const long = "all the same ".repeat(5_000);
    const crowd = Array.from({ length: 50 }, () => get("/a", { "accept-encoding": "br" }));
    (await build()).give(long);
    for (const response of await Promise.all(crowd)) {
      expect(response.headers.get("content-encoding")).toBe("br");
      expect(await response.text()).toBe(long);
    }
  });
});
