import { connect } from "node:net";
import { sql } from "drizzle-orm";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { aPart } from "#seed/builders.ts";
import { addPart } from "#server/modules/catalog/store.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { openShop } from "#tests/open-shop.ts";
import { aStockedPart, placeOrder } from "#tests/orders.ts";
import { type SignedIn, signUp, signUpAdmin } from "#tests/people.ts";

/** What a listening browser hears, as it comes. */
async function listen(url: string, headers = {}): Promise<{ heard: () => string }> {
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const response = await fetch(url, { signal: leaving.signal, headers });
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  let text = "";
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const bytes of response.body ?? []) text += decoder.decode(bytes);
  };
  read().catch(() => {});
  await expect.poll(() => text).toContain("event: alive");
  return { heard: () => text };
}

const cookieOf = ({ cookies }: SignedIn) =>
  ["cookie", [...cookies].map((pair) => pair.join("=")).join("; ")] as const;

describe("GET /live", () => {
  it("tells of a change that another process made", async () => {
    const first = await openShop();
    const second = await openShop({ databaseUrl: first.databaseUrl });
    const { heard } = await listen(`${first.url}/api/live`);
    await addPart(second.shop.db, aPart());
    await expect.poll(heard, { timeout: 1_000 }).toContain("event: changed\ndata: parts");
    expect(heard()).not.toContain("reviews");
  });

  it("tells who was away what changed meanwhile, and only that", async () => {
    const { url, shop } = await openShop();
    await addPart(shop.db, aPart());
    await expect.poll(() => shop.changes.changedWithin(60_000)).toContain("parts");
    const beforeAlive = async (query: string) =>
      (await listen(`${url}/api/live${query}`)).heard().split("event: alive")[0];
    expect(await beforeAlive("?age=60000")).toContain("data: parts");
    expect(await beforeAlive("")).toBe("");
  });

  // A page is up to two seconds old when it comes out of the cache in front of the shop, and its
  // browser takes it for new: see deploy/nginx.
  it.each([
    ["told", 3_000, /data: parts/],
    ["known to who asked for their page since", 30_000, /^$/],
  ])("what changed is %s after %d ms", async (_, later, heard) => {
    const { url, shop } = await openShop();
    shop.changes.notify(["parts"]);
    const now = performance.now.bind(performance);
    const clock = vi.spyOn(performance, "now").mockImplementation(() => now() + later);
    onTestFinished(() => clock.mockRestore());
    const told = (await listen(`${url}/api/live?age=1`)).heard().split("event: alive")[0];
    expect(told).toMatch(heard);
  });

  it("tells a customer when orders of theirs change, by whomever, and of nobody else's", async () => {
    const first = await openShop();
    const second = await openShop({ databaseUrl: first.databaseUrl });
    const [vera, omar] = [await signUp(first), await signUp(first)];
    const part = await aStockedPart(first);
    const order = await placeOrder(omar, part);
    const listening = (person: SignedIn, age = "") =>
      listen(`${first.url}/api/live${age}`, Object.fromEntries([cookieOf(person)]));
    const [toVera, toOmar] = [await listening(vera), await listening(omar)];
    const times = ({ heard }: typeof toOmar) => heard().split("data: orders").length - 1;
    const before = times(toOmar);
    await (await signUpAdmin(second)).send("DELETE", `/api/orders/${order._id}`);
    await expect.poll(() => times(toOmar), { timeout: 1_000 }).toBeGreaterThan(before);
    expect(times(toVera)).toBe(0);
    // Who was away hears it when they come back.
    expect(times(await listening(omar, "?age=5000"))).toBe(1);
  });

  it("ends at once for who asks only for the head", async () => {
    const { request } = await openShop();
    const response = await request("/api/live", { method: "HEAD" });
    expect([response.status, await response.text()]).toEqual([200, ""]);
  });

  it.each(["GET /api/parts HTTP/1.1", "no request at all"])(
    "answers nothing more on the same line: %s",
    async (more) => {
      const { url, request } = await openShop();
      // Answered from memory, so at once where it is answered at all.
      await (await request("/api/parts")).arrayBuffer();
      const { host, hostname, port } = new URL(url);
      const socket = connect(Number(port), hostname);
      let text = "";
      socket.on("data", (bytes) => {
        text += bytes;
      });
      const closed = new Promise((resolve) => socket.once("close", resolve));
      const say = (line: string) => socket.write(`${line}\r\nhost: ${host}\r\n\r\n`);
      say("GET /api/live HTTP/1.1");
      await expect.poll(() => text).toContain("event: alive");
      say(more);
      await closed;
      expect(text.split("HTTP/1.1")).toHaveLength(2);
    },
  );

  it("does not storm: a hundred changes at once are told a few times", async () => {
    const { url, shop } = await openShop();
    const { heard } = await listen(`${url}/api/live`);
    await Promise.all(Array.from({ length: 100 }, () => addPart(shop.db, aPart())));
    await addPart(shop.db, aPart());
    await expect
      .poll(() => queryRows(shop.db, sql`select count(*)::int from parts`))
      .toEqual([{ count: 101 }]);
    await expect.poll(heard).toContain("data: parts");
    expect(heard().split("data: parts").length - 1).toBeLessThan(10);
  });
});
