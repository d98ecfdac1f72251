// Rate limits, address prefixes, semaphores, and which client address is believed.

import fastify, { type FastifyRequest } from "fastify";
import { describe, expect, it, onTestFinished } from "vitest";
import { orderCalls } from "#contract/orders.ts";
import { users } from "#server/modules/customers/tables.ts";
import { knownDevices, oneTimeTokens, sessions } from "#server/modules/identity/tables.ts";
import { allModules } from "#server/modules.ts";
import { deleteExpired } from "#server/operations/cleanup/delete-expired.ts";
import { connect } from "#server/platform/database/connect.ts";
import type { Caller } from "#server/platform/http/caller.ts";
import { enforceRateLimit } from "#server/platform/http/enforce-rate-limit.ts";
import { handleErrors } from "#server/platform/http/handle-errors.ts";
import { holdLetters } from "#tests/builders/letter.ts";
import { ageLimits, clearLimits } from "#tests/builders/limit.ts";
import { addExpiring, endSessions } from "#tests/builders/session.ts";
import { timeAgo, timeFromNow } from "#tests/builders/time.ts";
import { createDatabase } from "#tests/create-database.ts";
import { openShop } from "#tests/open-shop.ts";
import { type SignedIn, signUp, verifyEmail } from "#tests/people.ts";
import { addressPrefix, addressPrefixes } from "./address-prefix.ts";
import { consumeLimit, restoreLimit } from "./consume-limit.ts";
import { RateLimiter } from "./rate-limiter.ts";
import { Semaphore } from "./semaphore.ts";
import { limits } from "./tables.ts";

async function database() {
  const connection = connect(await createDatabase());
  onTestFinished(connection.close);
  return connection;
}

const times = <Result>(count: number, work: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

describe("taking", () => {
  const limit = { key: "cake", most: 20, seconds: 3_600 };

  it("of fifty at once lets as many as there are, and counts each thing apart", async () => {
    const { db } = await database();
    const answers = await times(50, () => consumeLimit(db, limit));
    expect(answers.filter(Boolean)).toHaveLength(20);
    expect(await consumeLimit(db, { ...limit, key: "bread" })).toBe(true);
  });

  it("of fifty who give back and take again never lets more have one", async () => {
    const { db } = await database();
    let had = 0;
    let most = 0;
    await times(50, async () => {
      for (let round = 0; round < 5; round++) {
        if (!(await consumeLimit(db, limit))) continue;
        most = Math.max(most, ++had);
        await new Promise((resolve) => setImmediate(resolve));
        had--;
        await restoreLimit(db, limit);
      }
    });
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(20);
    const answers = await times(50, () => consumeLimit(db, limit));
    expect(answers.filter(Boolean)).toHaveLength(20);
  });

  it("gives back no more than was taken", async () => {
    const { db } = await database();
    await consumeLimit(db, limit);
    await times(50, () => restoreLimit(db, limit));
    expect(await db.select({ times: limits.times }).from(limits)).toEqual([{ times: [] }]);
  });

  it("begins anew when the time is over", async () => {
    const { db } = await database();
    await times(25, () => consumeLimit(db, limit));
    expect(await consumeLimit(db, limit)).toBe(false);
    await ageLimits(db, "1 hour");
    const answers = await times(50, () => consumeLimit(db, limit));
    expect(answers.filter(Boolean)).toHaveLength(20);
  });

  it("lets no more through in any hour, whenever it begins", async () => {
    const { db } = await database();
    await times(5, () => consumeLimit(db, limit));
    await ageLimits(db, "40 minutes");
    expect((await times(30, () => consumeLimit(db, limit))).filter(Boolean)).toHaveLength(15);
    await ageLimits(db, "19 minutes");
    expect((await times(30, () => consumeLimit(db, limit))).filter(Boolean)).toHaveLength(0);
    await ageLimits(db, "2 minutes");
    expect((await times(30, () => consumeLimit(db, limit))).filter(Boolean)).toHaveLength(5);
  });

  it("is not put off by those who go on asking", async () => {
    const { db } = await database();
    await times(20, () => consumeLimit(db, limit));
    await ageLimits(db, "59 minutes");
    await times(20, () => consumeLimit(db, limit));
    await ageLimits(db, "1 minute");
    expect(await consumeLimit(db, limit)).toBe(true);
  });
});

describe("a pace", () => {
  it("is a burst, then so many in a time, and says when there is another", () => {
    const pace = new RateLimiter({ most: 10, seconds: 100 });
    const begin = 1_000_000;
    const at = (seconds: number, key = "vera") =>
      pace.consume([{ key, factor: 1 }], begin + seconds * 1_000);
    expect(Array.from({ length: 11 }, () => at(0))).toEqual([...Array(10).fill(0), 10]);
    expect([at(4), at(9.5), at(10), at(10)]).toEqual([6, 1, 0, 10]);
    expect(at(0, "jonas")).toBe(0);
    // Whoever rested long enough has the whole burst again, and no more.
    expect(Array.from({ length: 11 }, () => at(1_000))).toEqual([...Array(10).fill(0), 10]);
  });

  it("is charged afterwards with what was not known before", () => {
    const pace = new RateLimiter({ most: 10, seconds: 100 });
    const [vera, jonas] = [[{ key: "vera", factor: 1 }], [{ key: "jonas", factor: 1 }]];
    expect(pace.waitSeconds(vera, 0)).toBe(0);
    pace.charge(vera, 12.5, 0);
    expect([pace.waitSeconds(vera, 0), pace.consume(vera, 0)]).toEqual([35, 35]);
    expect(pace.waitSeconds(vera, 35_000)).toBe(0);
    expect(pace.waitSeconds(jonas, 0)).toBe(0);
  });

  it("keeps in mind no more people than it may, those who came last", () => {
    const pace = new RateLimiter({ most: 1, seconds: 100 }, 3);
    const take = (key: string) => pace.consume([{ key, factor: 1 }], 0);
    for (const key of ["a", "b", "c", "d"]) expect(take(key)).toBe(0);
    expect(["d", "c", "b"].map(take)).toEqual([100, 100, 100]);
    expect(take("a")).toBe(0);
  });

  it("counts for all keys or for none, for each as often as its factor says", () => {
    const pace = new RateLimiter({ most: 2, seconds: 100 });
    const take = (own: string) =>
      pace.consume(
        [
          { key: own, factor: 1 },
          { key: "all", factor: 2 },
        ],
        0,
      );
    expect([take("a"), take("a"), take("a")]).toEqual([0, 0, 50]);
    // What was refused for "a" has left the rest to "b".
    expect([take("b"), take("b"), take("c")]).toEqual([0, 0, 25]);
    expect(pace.waitSeconds([{ key: "c", factor: 1 }], 0)).toBe(0);
  });
});

describe("calls that cost much", () => {
  it("are refused one person who makes very many, and nobody else", async () => {
    const shop = await openShop({ env: { RATE_LIMIT_FACTOR: "1" } });
    const [vera, other] = [await signUp(shop), await signUp(shop)];
    await verifyEmail(shop, vera);
    const order = (person: SignedIn) => person.request("/api/orders", { method: "POST" });
    const answers = await times(orderCalls.place.rateLimit.max, () => order(vera));
    expect(answers.filter(({ status }) => status === 429)).toEqual([]);
    await expect.poll(async () => (await order(vera)).status, { interval: 0 }).toBe(429);
    expect((await order(other)).status).toBe(400);
  });

  it("are fewer for a person whose e-mail is not verified, and enough for any", async () => {
    const shop = await openShop({ env: { RATE_LIMIT_FACTOR: "1" } });
    const vera = await signUp(shop);
    const order = () => vera.request("/api/orders", { method: "POST" });
    const { unverified } = orderCalls.place.rateLimit;
    const answers = await times(unverified, order);
    expect(answers.filter(({ status }) => status === 429)).toEqual([]);
    await expect.poll(async () => (await order()).status, { interval: 0 }).toBe(429);
  });

  /** Answers to many such calls, from one address after the other. */
  async function askFrom(addresses: string[], person: Caller["person"] = null) {
    const limit = enforceRateLimit({ max: 2, seconds: 100, onlyWith: "q" }, 3);
    const ask = (ip: string, query: object, by = person) =>
      limit({ ip, query, caller: { person: by } } as FastifyRequest).then(
        () => "in",
        ({ refusal }) => refusal.code,
      );
    let passed = 0;
    for (const ip of addresses) if ((await ask(ip, { q: "disc" })) === "in") passed++;
    return { passed, ask };
  }

  it("are those with a certain query, by address and /24, where nobody is signed in", async () => {
    const one = await askFrom(Array(10).fill("192.0.2.7"));
    expect(one.passed).toBe(6);
    expect(await one.ask("192.0.2.7", { newest: 3 })).toBe("in");
    expect(await one.ask("192.0.2.8", { q: "disc" })).toBe("in");
    const many = await askFrom(Array.from({ length: 60 }, (_, at) => `192.0.2.${at}`));
    expect(many.passed).toBe(48);
    expect(await many.ask("192.0.3.1", { q: "disc" })).toBe("in");
  });

  it("are by /64, /56 and /48 of IPv6", async () => {
    const networks = (count: number, write: (at: string) => string) =>
      Array.from({ length: count }, (_, at) => write(at.toString(16)));
    const of56 = await askFrom(networks(60, (at) => `2001:db8:1:7${at.padStart(2, "0")}::1`));
    expect(of56.passed).toBe(24);
    const of48 = await askFrom(networks(60, (at) => `2001:db8:1:${at}00::1`));
    expect(of48.passed).toBe(48);
    expect(await of48.ask("2001:db8:1:ff00::1", { q: "disc" })).toBe("too-many");
    expect(await of48.ask("2001:db8:2::1", { q: "disc" })).toBe("in");
  });

  it("leave a person with a verified e-mail their own, whatever neighbours do", async () => {
    const vera = { _id: "vera", emailVerified: true } as Caller["person"];
    const jonas = { _id: "jonas", emailVerified: false } as Caller["person"];
    const { ask } = await askFrom(Array(10).fill("192.0.2.7"));
    const answers: string[] = [];
    for (let time = 0; time < 7; time++) answers.push(await ask("192.0.2.7", { q: "disc" }, vera));
    expect(answers).toEqual([...Array(6).fill("in"), "too-many"]);
    expect(await ask("192.0.2.7", { q: "disc" }, jonas)).toBe("too-many");
  });
});

describe("the address prefix of a household", () => {
  it.each([
    ["192.0.2.77", "192.0.2.0/24"],
    ["::ffff:192.0.2.77", "192.0.2.0/24"],
    ["::FFFF:192.0.2.77", "192.0.2.0/24"],
    ["::ffff:c000:24d", "192.0.2.0/24"],
    ["0:0:0:0:0:ffff:192.0.2.77", "192.0.2.0/24"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:0DB8:0001:0002::1", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["2001:db8:0:0:1::", "2001:db8:0:0::/64"],
    ["::", "0:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["1::", "1:0:0:0::/64"],
    ["::1:2:3:4:5:192.0.2.77", "0:1:2:3::/64"],
    ["64:ff9b::192.0.2.77", "64:ff9b:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["192.0.2", "unknown"],
    ["192.0.2.77:80", "unknown"],
    ["[::1]", "unknown"],
    ["", "unknown"],
    ["'; drop table limits", "unknown"],
  ])("of %s is %s", (address, prefix) => {
    expect(addressPrefix(address)).toBe(prefix);
  });

  it.each([
    ["2001:db8:1:2f3:4:5:6:7", ["2001:db8:1:2f3::/64", "2001:db8:1:200::/56", "2001:db8:1::/48"]],
    ["2001:db8::1", ["2001:db8:0:0::/64", "2001:db8:0:0::/56", "2001:db8:0::/48"]],
    ["::ffff:192.0.2.77", ["192.0.2.77", "192.0.2.0/24"]],
    ["192.0.2.77", ["192.0.2.77", "192.0.2.0/24"]],
    ["nowhere", ["unknown"]],
  ])("lies in wider ones, with growing bounds: %s", (address, prefixes) => {
    const found = addressPrefixes(address);
    expect(found.map(({ prefix }) => prefix)).toEqual(prefixes);
    const factors = found.map(({ factor }) => factor);
    expect(factors).toEqual([...new Set(factors)].sort((a, b) => a - b));
  });
});

describe("a semaphore", () => {
  /** Work that ends when the test says so. */
  function work() {
    const begun: number[] = [];
    const ends = new Map<number, () => void>();
    return {
      begun,
      end: (number: number) => ends.get(number)?.(),
      of: (number: number) => () => {
        begun.push(number);
        return new Promise<number>((resolve) => ends.set(number, () => resolve(number)));
      },
    };
  }

  it("starts work in the order of arrival, so many at once", async () => {
    const semaphore = new Semaphore(2, 10);
    const { begun, end, of } = work();
    const all = [1, 2, 3, 4].map((number) => semaphore.run(of(number)));
    expect(begun).toEqual([1, 2]);
    end(2);
    await expect.poll(() => begun).toEqual([1, 2, 3]);
    end(1);
    await expect.poll(() => begun).toEqual([1, 2, 3, 4]);
    end(3);
    end(4);
    expect(await Promise.all(all)).toEqual([1, 2, 3, 4]);
  });

  it("never runs more at once than agreed, however many come and fail", async () => {
    const semaphore = new Semaphore(3, 1_000);
    let working = 0;
    let most = 0;
    const answers = await Promise.allSettled(
      Array.from({ length: 500 }, (_, index) =>
        semaphore.run(async () => {
          most = Math.max(most, ++working);
          await new Promise((resolve) => setImmediate(resolve));
          working--;
          if (index % 3 === 0) throw new Error("failed");
        }),
      ),
    );
    expect(most).toBe(3);
    expect(answers.filter(({ status }) => status === "rejected")).toHaveLength(167);
  });

  it("goes on when one fails, at once or later", async () => {
    const semaphore = new Semaphore(1, 10);
    const failing = [
      semaphore.run(() => {
        throw new Error("at once");
      }),
      semaphore.run(() => Promise.reject(new Error("later"))),
    ];
    expect((await Promise.allSettled(failing)).map(({ status }) => status)).toEqual([
      "rejected",
      "rejected",
    ]);
    expect(await semaphore.run(async () => "mine")).toBe("mine");
  });

  it("refuses when too many wait: 503, with when to come again", async () => {
    const semaphore = new Semaphore(1, 1);
    const { end, of } = work();
    const app = fastify();
    handleErrors(app, {}, () => "");
    app.get("/", () => semaphore.run(async () => "served"));
    onTestFinished(() => app.close());
    await app.ready();
    const working = semaphore.run(of(1));
    const waiting = app.inject("/").then(({ body }) => body);
    const refused = await app.inject("/");
    expect(refused.statusCode).toBe(503);
    expect(refused.headers["retry-after"]).toMatch(/^\d+$/);
    expect(refused.json()).toEqual({
      error: { code: "unavailable", message: expect.any(String) },
    });
    end(1);
    await working;
    expect(await waiting).toBe("served");
    expect((await app.inject("/")).statusCode).toBe(200);
  });
});

describe("where somebody comes from", () => {
  async function addressSeen(forwarded: string, env: Record<string, string> = {}) {
    const shop = await openShop({ env });
    await signUp(shop, { headers: { "x-forwarded-for": forwarded, forwarded: "for=6.6.6.6" } });
    const [session] = await shop.shop.db.select().from(sessions);
    return session?.address;
  }

  it("is what the connection says", async () => {
    expect(await addressSeen("192.0.2.77")).toBe("127.0.0.1");
  });

  it("is not told by a machine that is not one of our proxies", async () => {
    expect(await addressSeen("192.0.2.77", { PROXIES: "10.0.0.0/8" })).toBe("127.0.0.1");
  });

  it("is told by our proxies: the last that is none of them, whatever stands before", async () => {
    const env = { PROXIES: "127.0.0.1, 10.0.0.0/8" };
    expect(await addressSeen("192.0.2.77", env)).toBe("192.0.2.77");
    expect(await addressSeen("6.6.6.6, 127.0.0.1, 192.0.2.77, 10.1.2.3", env)).toBe("192.0.2.77");
  });

  it("is the proxy, when that tells what is no address", async () => {
    expect(await addressSeen("x".repeat(5_000), { PROXIES: "127.0.0.1" })).toBe("127.0.0.1");
  });
});

describe("sweeping", () => {
  it("removes what ran out and nothing else", async () => {
    const shop = await openShop();
    const { db } = shop.shop;
    // The letter of the sign-up would make tokens of its own.
    await holdLetters(shop);
    const { user } = await signUp(shop);
    await endSessions(shop);
    await clearLimits(shop);
    await addExpiring(db, user, "over", timeAgo({ seconds: 1 }));
    await addExpiring(db, user, "good", timeFromNow({ minutes: 1 }));
    await deleteExpired(db, allModules.expires);
    expect([
      (await db.select().from(sessions)).map(({ agent }) => agent),
      (await db.select().from(knownDevices)).map((device) => device.addressPrefix).sort(),
      (await db.select().from(oneTimeTokens)).map(({ purpose }) => purpose),
      (await db.select().from(limits)).map(({ key }) => key),
    ]).toEqual([["good"], ["127.0.0.0/24", "good"], ["good"], ["good"]]);
    expect(await db.$count(users)).toBe(1);
  });
});
