import { connect } from "node:net";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { aPart } from "#seed/builders.ts";
import { addPart } from "#server/modules/catalog/add-parts.ts";
import { announceChange } from "#tests/builders/event.ts";
import { setRole } from "#tests/builders/person.ts";
import { cookiesOf, listenLive } from "#tests/listen-live.ts";
import { openShop } from "#tests/open-shop.ts";
import { aStockedPart, placeOrder } from "#tests/orders.ts";
import { type SignedIn, signIn, signUp, signUpAdmin } from "#tests/people.ts";

/** The changes that were told, the tags of each. */
const told = ({ heard }: { heard: () => string }) =>
  [...heard().matchAll(/event: changed\ndata: (.*)/g)].map(([, data = ""]) => JSON.parse(data));

const missed = (heard: string) => heard.split("event: alive")[0] ?? "";

describe("GET /live", () => {
  it("tells of a change that another process made", async () => {
    const first = await openShop();
    const second = await openShop({ databaseUrl: first.databaseUrl });
    const tab = await listenLive(first, "shows=parts");
    await addPart(second.shop.db, aPart());
    await expect.poll(() => told(tab)).toHaveLength(1);
  });

  it("tells only tabs that show the part, with what is available now", async () => {
    const shop = await openShop();
    const buyer = await signUp(shop);
    const part = await aStockedPart(shop, { availablQuantity: 100 });
    const other = await aStockedPart(shop);
    const [shows, every, showsOther, list] = await Promise.all(
      [`part:${part.id}`, "part:*", `part:${other.id}`, "parts,reviews"].map((tags) =>
        listenLive(shop, `shows=${tags}`),
      ),
    );
    const { quantity } = await placeOrder(buyer, part);
    const change = {
      tags: [`part:${part.id}`],
      about: part.id,
      values: { availablQuantity: 100 - quantity },
    };
    // That parts were added just now has no values.
    const values = (tab = shows) => tab && told(tab).filter((each) => each.values);
    await expect.poll(() => values()).toEqual([change]);
    expect(values(every)).toEqual([change]);
    expect([values(showsOther), values(list)]).toEqual([[], []]);
  });

  it("tells who was away what changed meanwhile, and only that", async () => {
    const shop = await openShop();
    await announceChange(shop, ["parts"]);
    const beforeAlive = async (query: string) => missed((await listenLive(shop, query)).heard());
    expect(await beforeAlive("shows=parts&age=4001")).toContain('"parts"');
    expect(await beforeAlive("shows=reviews&age=4001")).toBe("");
    expect(await beforeAlive("shows=parts")).toBe("");
  });

  it("tells who was away longer than changes are remembered to fetch everything", async () => {
    const shop = await openShop();
    const { heard } = await listenLive(shop, "shows=parts&age=3600000");
    expect(missed(heard())).toBe("event: reset\ndata:\n\n");
  });

  it("tells who lost rights while the page was opened who they are now", async () => {
    const shop = await openShop();
    const admin = await signUpAdmin(shop);
    await setRole(shop, admin, "customer");
    const { heard } = await listenLive(shop, "shows=users&age=4001", cookiesOf(admin));
    expect(missed(heard())).toBe("event: reset\ndata:\n\nevent: person-changed\ndata:\n\n");
  });

  it("remembers changes from before the process started", async () => {
    const first = await openShop();
    await announceChange(first, ["parts"]);
    await first.stop();
    const second = await openShop({ databaseUrl: first.databaseUrl });
    const { heard } = await listenLive(second, "shows=parts,reviews&age=9000");
    expect(missed(heard())).toMatch(/^event: changed\ndata: .*"parts".*\n\n$/);
  });

  // A page is up to two seconds old when it comes out of the cache in front of the shop, and its
  // browser takes it for new: see deploy/nginx.
  it.each([
    ["told", 3_000, /"parts"/],
    ["known to who asked for their page since", 30_000, /^$/],
  ])("what changed is %s after %d ms", async (_, later, heard) => {
    const shop = await openShop();
    await announceChange(shop, ["parts"]);
    const now = performance.now.bind(performance);
    const clock = vi.spyOn(performance, "now").mockImplementation(() => now() + later);
    const tab = await listenLive(shop, "shows=parts&age=4001");
    clock.mockRestore();
    expect(missed(tab.heard())).toMatch(heard);
  });

  it("tells a customer when orders of theirs change, by whomever, and of nobody else's", async () => {
    const first = await openShop();
    const second = await openShop({ databaseUrl: first.databaseUrl });
    const [vera, omar] = [await signUp(first), await signUp(first)];
    const admin = await signIn(second, await signUpAdmin(first));
    const part = await aStockedPart(first);
    const order = await placeOrder(omar, part);
    // However long a request takes here, what is told lies 20 seconds after all before it.
    const now = performance.now.bind(performance);
    const clock = vi.spyOn(performance, "now").mockImplementation(() => now() + 20_000);
    onTestFinished(() => clock.mockRestore());
    const all = `shows=orders-of:me,orders,orders-of:*,order:*,users,order:${order._id},orders-of:${omar.user._id}`;
    const [toVera, toOmar, toNobody] = [
      await listenLive(first, all, cookiesOf(vera)),
      await listenLive(first, "shows=orders-of:me", cookiesOf(omar)),
      await listenLive(first, all),
    ];
    await admin.send("DELETE", `/api/orders/${order._id}`);
    // What was told of the order before may still come as well.
    await first.shop.events.catchUp();
    await expect.poll(() => told(toOmar)).not.toEqual([]);
    expect(told(toOmar).at(-1)?.tags).toContain(`order:${order._id}`);
    expect([told(toVera), told(toNobody)]).toEqual([[], []]);
    // Who was away hears it when they come back.
    const again = "shows=orders-of:me&age=15000";
    expect(missed((await listenLive(first, again, cookiesOf(omar))).heard())).toContain("order:");
    expect(missed((await listenLive(first, again, cookiesOf(vera))).heard())).toBe("");
  });

  it.each(["a:b:c", "part:<b>", Array.from({ length: 100 }, (_, at) => `part:${at}`).join()])(
    "refuses tags that nobody shows: %s",
    async (shows) => {
      const { get } = await openShop();
      expect(await get(`/api/live?shows=${shows}`)).toMatchObject({ status: 400 });
    },
  );

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

  it("leaves room for others whatever one session and one person hold", async () => {
    const shop = await openShop();
    const vera = await signUp(shop);
    const held: Response[] = [];
    const open = (person: SignedIn, many: number) =>
      Promise.all(
        Array.from({ length: many }, async () => {
          const response = await fetch(`${shop.url}/api/live`, { headers: cookiesOf(person) });
          held.push(response);
          return response.status;
        }),
      );
    const fifty = Array(50).fill(200);
    expect((await open(vera, 52)).sort()).toEqual([...fifty, 429, 429]);
    expect(await open(await signIn(shop, vera), 50)).toEqual(fifty);
    const third = await signIn(shop, vera);
    expect(await open(third, 1)).toEqual([429]);
    expect(await open(await signUp(shop), 1)).toEqual([200]);
    // What is closed is free again.
    await held[0]?.body?.cancel();
    await expect.poll(() => open(third, 1)).toEqual([200]);
    await Promise.all(held.slice(1).map(({ body }) => body?.cancel()));
  });

  it("does not storm: a hundred changes at once are told a few times", async () => {
    const shop = await openShop();
    const tab = await listenLive(shop, "shows=parts");
    await Promise.all(Array.from({ length: 100 }, () => addPart(shop.shop.db, aPart())));
    await shop.shop.events.catchUp();
    await expect.poll(() => told(tab)).not.toHaveLength(0);
    expect(told(tab).length).toBeLessThan(10);
  });
});
