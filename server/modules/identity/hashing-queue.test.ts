import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { Semaphore } from "#server/platform/rate-limits/semaphore.ts";
import { countLimited } from "#tests/builders/limit.ts";
import { expectWarning } from "#tests/fail-on-warnings.ts";
import { type OpenShop, openShop } from "#tests/open-shop.ts";
import { openVisitor, signUp, type Visitor } from "#tests/people.ts";
import type { HashResult } from "./hash-in-thread.ts";
import { type HashingClient, HashingQueue } from "./hashing-queue.ts";

/** Passwords in the order in which their hashing began; a closed gate stops it. */
const hashing = vi.hoisted(() => ({ begun: [] as string[], gate: Promise.resolve() }));
vi.mock(import("./hash-in-thread.ts"), async (original) => {
  const actual = await original();
  const hashInThread: typeof actual.hashInThread = async (work) => {
    hashing.begun.push(work.message);
    await hashing.gate;
    // Only their order matters.
    if (work.message.startsWith("guess ")) return { tag: Buffer.alloc(work.tagLength), cpuMs: 40 };
    return actual.hashInThread(work);
  };
  return { ...actual, hashInThread };
});

function closeGate(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  hashing.gate = promise;
  return resolve;
}

const at = (address: string) => ({ "x-forwarded-for": address });

async function enter(browser: Visitor, email: string, password: string): Promise<number> {
  return (await browser.send("POST", "/api/identity/sign-in", { email, password })).status;
}

const attackers = 140;

function attack(shop: OpenShop): Promise<number[]> {
  const tries = Array.from({ length: attackers }, (_, number) =>
    enter(
      openVisitor(shop, at(`192.0.2.${number}`)),
      `nobody${number}@example.com`,
      `guess ${number}`,
    ),
  );
  return Promise.all(tries);
}

/** One person signs in from a known browser, one from a new one, while the attack waits. */
async function signInUnderAttack() {
  // Of the attackers; on a slow machine they may also get 503.
  expectWarning(/slow request/);
  const shop = await openShop({ env: { PROXIES: "127.0.0.1" } });
  const vera = await signUp(shop, { headers: at("198.51.100.7"), password: "vera's horse" });
  const jonas = await signUp(shop, { headers: at("198.51.101.7"), password: "jonas's horse" });

  const openGate = closeGate();
  const attacked = attack(shop);
  const ofNetwork = "password attempts from 192.0.2.0/24";
  await expect.poll(() => countLimited(shop, [ofNetwork])).toBe(attackers);
  const known = enter(vera, vera.email, vera.password);
  const unknown = enter(openVisitor(shop, at("203.0.113.50")), jonas.email, jonas.password);
  const ofKnown = `password attempts from known browsers on ${vera.email}`;
  const ofUnknown = `password attempts from anywhere on ${jonas.email}`;
  await expect.poll(() => countLimited(shop, [ofKnown, ofUnknown])).toBe(2);
  const held = hashing.begun.length;
  openGate();

  const answers = { known: await known, unknown: await unknown };
  const refused = await attacked;
  const order = hashing.begun.slice(held);
  return {
    answers,
    refused,
    countedOfNetwork: await countLimited(shop, [ofNetwork]),
    ahead: { known: order.indexOf(vera.password), unknown: order.indexOf(jonas.password) },
  };
}

beforeEach(() => {
  hashing.begun.length = 0;
});

describe("while one network sends many wrong passwords", () => {
  it("a known device elsewhere goes first, and an unknown one waits for few others", async () => {
    const { answers, ahead, refused, countedOfNetwork } = await signInUnderAttack();
    expect(answers).toEqual({ known: 200, unknown: 200 });
    expect(ahead.known).toBeLessThanOrEqual(1);
    expect(ahead.unknown).toBeLessThanOrEqual(4);
    expect(refused).toContain(429);
    expect(refused.filter((status) => ![401, 429, 503].includes(status))).toEqual([]);
    expect(countedOfNetwork).toBe(attackers);
  });

  it("this test detects a single queue", async () => {
    const everybody = new Semaphore(1, Number.POSITIVE_INFINITY);
    const plain = vi.spyOn(HashingQueue.prototype, "run");
    onTestFinished(() => plain.mockRestore());
    plain.mockImplementation(async (_client, work) => (await everybody.run(work)).tag);
    const { ahead } = await signInUnderAttack();
    expect(ahead.known).toBeGreaterThan(attackers / 2);
    expect(ahead.unknown).toBeGreaterThan(attackers / 2);
  });
});

describe("the hashing queue", () => {
  const address = "2001:db8:1:2::3";
  const hashed =
    (cpuMs = 0) =>
    async () => ({ tag: Buffer.from("hash"), cpuMs });
  const refusal = { refusal: { code: "too-many", retryAfter: expect.any(Number) } };

  it("lets one who waits alone begin without a pause", async () => {
    const queue = new HashingQueue(1);
    const first = Promise.withResolvers<HashResult>();
    const running = queue.run({ address }, () => first.promise);
    let isServed = false;
    const waiting = queue.run({ address: "198.51.100.7" }, async () => {
      isServed = true;
      return hashed()();
    });
    first.resolve(await hashed(15_000)());
    await running;
    await expect.poll(() => isServed).toBe(true);
    await waiting;
  });

  it("allows a /64 or address 8 seconds of CPU time in ten minutes", async () => {
    const queue = new HashingQueue(1);
    await queue.run({ address }, hashed(7_000));
    await queue.run({ address }, hashed(7_000));
    await expect(queue.run({ address: "2001:db8:1:2::4" }, hashed())).rejects.toMatchObject(
      refusal,
    );
    await queue.run({ address: "2001:db8:1:3::3" }, hashed());
    // Known clients have a budget of their own.
    await queue.run({ address, knownTo: "vera@example.com" }, hashed());
  });

  it.each([
    ["/48 of IPv6", (at: number) => `2001:db8:1:${at}00::1`, "2001:db8:2:e::1"],
    ["/24 of IPv4", (at: number) => `192.0.2.${at}`, "192.0.3.1"],
  ])("allows a %s eight times as much in all", async (_, write, outside) => {
    const queue = new HashingQueue(1);
    for (let at = 10; at < 20; at++) await queue.run({ address: write(at) }, hashed(7_000));
    const other = { address: write(20) };
    await expect(queue.run(other, hashed())).rejects.toMatchObject(refusal);
    await queue.run({ address: outside }, hashed());
    await queue.run({ ...other, knownTo: "vera@example.com" }, hashed());
  });

  it("lets a known account wait eight times, from any address", async () => {
    const queue = new HashingQueue(1);
    const running = Promise.withResolvers<HashResult>();
    const first = queue.run({ address }, () => running.promise);
    const same = Array.from({ length: 9 }, (_, number) =>
      queue.run({ address: `192.0.${number}.1`, knownTo: "vera@example.com" }, hashed()),
    );
    await expect(same[8]).rejects.toMatchObject(refusal);
    running.resolve({ tag: Buffer.from("hash"), cpuMs: 0 });
    await Promise.all([first, ...same.slice(0, 8)]);
  });

  it("serves three known devices, then an unknown one", async () => {
    const queue = new HashingQueue(1);
    const running = Promise.withResolvers<HashResult>();
    const order: string[] = [];
    const all = [queue.run({ address }, () => running.promise)];
    const wait = (name: string, client: HashingClient) => {
      const work = async () => {
        order.push(name);
        return { tag: Buffer.from("hash"), cpuMs: 0 };
      };
      all.push(queue.run(client, work));
    };
    wait("other", { address: "192.0.2.1" });
    for (const number of [1, 2, 3, 4]) {
      wait(`known ${number}`, { address: "192.0.3.1", knownTo: `${number}@example.com` });
    }
    running.resolve({ tag: Buffer.from("hash"), cpuMs: 0 });
    await Promise.all(all);
    expect(order).toEqual(["known 1", "known 2", "known 3", "other", "known 4"]);
  });
});
