// Row 45: one account, five accounts and a whole /48 do their worst; neighbours go on as usual.
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { type MailServer, startMailServer } from "#tests/mail-server.ts";
import { orderRequest, type StockedPart } from "#tests/orders.ts";
import { openVisitor, type SignedIn, signUp, type Visitor } from "#tests/people.ts";
import { randomBelow } from "#tests/random.ts";
import { clearLimits } from "./database.ts";
import { addPart } from "./orders.ts";
import { control, full, report } from "./report.ts";
import { mapConcurrently } from "./send-request.ts";
import { type Shop, startShop } from "./start-shop.ts";

const honestCount = full ? 100 : 10;
const attackMs = full ? 600_000 : 15_000;
const resetEveryMs = full ? 10_000 : 3_000;
const letterMs = 300;
const resetLimitMs = 5_000;
const honestShare = 0.95;

const from = (address: string) => ({ "x-forwarded-for": address });
/** Half in the /24 of the attackers, half in their /48. */
const honestAddress = (at: number) =>
  at % 2 === 0 ? `198.51.100.${100 + at}` : `2001:db8:7:${(0xf00 + at).toString(16)}::9`;
const greedyAddresses = ["198.51.100.7", ...[1, 2, 3, 4, 5].map((at) => `198.51.100.${10 + at}`)];
const anyOfThe48 = () => `2001:db8:7:${randomBelow(0xf000).toString(16)}::1`;

type Honest = SignedIn & { headers: Record<string, string> };
type World = {
  shop: Shop;
  mail: MailServer;
  part: StockedPart;
  honest: Honest[];
  greedy: SignedIn[];
};

async function open(faults: readonly string[]): Promise<World> {
  const mail = await startMailServer();
  const shop = await startShop({
    faults,
    isUnchecked: faults.length > 0,
    expectedComplaints: /./,
    env: {
      SMTP_URL: mail.url,
      MAIL_FROM: "letters@shop.example",
      PROXIES: "127.0.0.1",
      RATE_LIMIT_FACTOR: "1",
    },
  });
  const part = await addPart(shop, { availablQuantity: 100_000 });
  const enter = async (address: string) => {
    const headers = from(address);
    await clearLimits(shop.database);
    return { ...(await signUp(shop, { headers })), headers };
  };
  const honest: Honest[] = [];
  for (let at = 0; at < honestCount; at++) honest.push(await enter(honestAddress(at)));
  const greedy: SignedIn[] = [];
  for (const address of greedyAddresses) greedy.push(await enter(address));
  await shop.database.query("update users set email_verified_at = now()");
  await clearLimits(shop.database);
  await expect
    .poll(() => shop.database.query("select from jobs where kind = 'letter'"))
    .toEqual([]);
  mail.deliveries.length = 0;
  mail.delayMs = letterMs;
  return { shop, mail, part, honest, greedy };
}

let strangers = 0;
const newMailbox = () => `stranger${++strangers}@elsewhere.example`;

/** What anybody may ask for, signed in or not. */
function takes({ shop, part }: World, address: string, person?: SignedIn) {
  const visitor: Visitor = person ?? openVisitor(shop, from(address));
  const identity = (path: string, body: object) =>
    visitor.send("POST", `/api/identity/${path}`, body);
  return [
    () => identity("sign-in/code", { email: newMailbox() }),
    () => identity("forgotten", { email: person?.email ?? newMailbox() }),
    () => identity("sign-in", { email: newMailbox(), password: "a wrong one" }),
    () =>
      openVisitor(shop, from(address)).send("POST", "/api/identity/sign-up", {
        name: "Mal Lory",
        email: newMailbox(),
        password: "mallory's horse",
      }),
    () => visitor.get(`/api/search?q=nothing${++strangers}`),
    () =>
      openVisitor(shop, from(address)).send("PUT", "/api/basket/lines", {
        lines: [{ part: part.id, quantity: 5 }],
      }),
    ...(person ? [() => person.send("POST", "/api/orders", orderRequest(person, part))] : []),
  ];
}

async function attack(world: World, isOver: () => boolean): Promise<number> {
  let sent = 0;
  const take = async (next: () => (() => Promise<unknown>)[]) => {
    for (let at = 0; !isOver(); at++) {
      const all = next();
      await all[at % all.length]?.().catch(() => {});
      sent++;
    }
  };
  const ofPeople = world.greedy.map((person, at) => {
    const own = takes(world, greedyAddresses[at] ?? "", person);
    return take(() => own);
  });
  const ofThe48 = Array.from({ length: 6 }, () => take(() => takes(world, anyOfThe48())));
  await Promise.all([...ofPeople, ...ofThe48]);
  return sent;
}

const waitForLetter = async (
  { mail }: World,
  email: string,
  pattern: RegExp,
  timeoutMs: number,
) => {
  const until = performance.now() + timeoutMs;
  for (;;) {
    const found = mail.deliveries.findLast(
      ({ to, text }) => to.includes(email) && pattern.test(text),
    );
    const match = found && pattern.exec(found.text);
    if (match || performance.now() > until) return match?.[0];
    await sleep(20);
  }
};

/** Orders, signs in by a code and by password, each in the browser that is known. */
async function goOn(world: World, person: Honest): Promise<string[]> {
  const failed: string[] = [];
  const expectOk = (what: string, { status }: { status: number }) => {
    if (status !== 200) failed.push(`${what} of ${person.headers["x-forwarded-for"]}: ${status}`);
  };
  const { email, password, send } = person;
  expectOk("an order", await send("POST", "/api/orders", orderRequest(person, world.part)));
  expectOk("asking for a code", await send("POST", "/api/identity/sign-in/code", { email }));
  const said = await waitForLetter(world, email, /\b\d{3} \d{3}\b/, 60_000);
  const code = said ?? "none came";
  expectOk("a code", await send("POST", "/api/identity/sign-in/code/enter", { code }));
  expectOk("a password", await send("POST", "/api/identity/sign-in", { email, password }));
  return failed;
}

/** From elsewhere, in a browser that nobody knows. */
async function timeReset(world: World, at: number): Promise<number> {
  const email = world.honest[at % world.honest.length]?.email ?? "";
  const started = performance.now();
  const stranger = openVisitor(world.shop, from(`203.0.${at % 200}.9`));
  await stranger.send("POST", "/api/identity/forgotten", { email });
  const isThere = await waitForLetter(world, email, /^Subject: A new password/m, 60_000);
  return isThere ? performance.now() - started : Number.POSITIVE_INFINITY;
}

async function measure(faults: readonly string[] = []) {
  const world = await open(faults);
  const until = performance.now() + attackMs;
  let isOver = false;
  const attacking = attack(world, () => isOver);
  await sleep(attackMs / 5);
  const resets: number[] = [];
  const asking = (async () => {
    for (let at = 0; performance.now() < until; at++) {
      resets.push(await timeReset(world, at));
      await sleep(resetEveryMs);
    }
  })();
  const pauseMs = (attackMs * 0.6) / honestCount;
  const failures: string[][] = await mapConcurrently(
    world.honest,
    async (person) => {
      await sleep(pauseMs);
      return goOn(world, person);
    },
    2,
  );
  await asking;
  isOver = true;
  const sent = await attacking;
  const failed = failures.filter((each) => each.length > 0);
  const share = 1 - failed.length / honestCount;
  const slowest = Math.max(...resets);
  return { sent, share, resets, slowest, failed: failed.flat() };
}

const isGood = ({ share, slowest }: { share: number; slowest: number }) =>
  share >= honestShare && slowest < resetLimitMs;

describe("row 45: one account, five accounts and a /48 do their worst", () => {
  it("a reset e-mail leaves within 5 s, and neighbours order, get codes and sign in", async () => {
    const measured = await measure();
    const { sent, share, resets, slowest, failed } = measured;
    report({
      check: `one account, five accounts and a /48 at once for ${attackMs / 1_000} s, a mail server of ${letterMs} ms a letter`,
      target: "a reset e-mail leaves within 5 s; 95 of 100 people in the same /24 and /48 go on",
      figure: `${sent} requests; ${resets.length} resets, the slowest ${(slowest / 1_000).toFixed(1)} s; ${Math.round(100 * share)} of 100 people ordered, got a code and signed in`,
      faults: share < honestShare ? failed : resets.filter((ms) => ms === Number.POSITIVE_INFINITY),
      pass: isGood(measured),
    });
    expect(resets.length).toBeGreaterThan(0);
  });

  control("which they do not where a limit counts only the /64 or /24", async () => {
    expect(isGood(await measure(["narrowPrefixes"]))).toBe(false);
  });
});
