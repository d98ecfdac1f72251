// Row 36: new versions are brought while people browse, order, pay and listen, each in a folder of its
// own, to which a link is led. Every process is told to stop and another takes its place, of the new
// folder; one deploy brings a migration, and nobody notices. Afterwards
// all is as it was acknowledged, and the account balances.
import { randomInt } from "node:crypto";
import { realpath } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Connection, connect, type Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { isPortFree } from "#server/platform/http/free-port.ts";
import { createDatabase } from "#tests/create-database.ts";
import { type OpenCardProvider, openCardProvider } from "#tests/open-card-provider.ts";
import { orderRequest, type StockedPart } from "#tests/orders.ts";
import { intentIdOf } from "#tests/paying-shop.ts";
import { type SignedIn, signUp } from "#tests/people.ts";
import {
  findProcessTree,
  isAlive,
  makeDataDir,
  type Program,
  runProgram,
} from "#tests/start-program.ts";
import { stockPart } from "./buyers.ts";
import { full, report } from "./drill.ts";
import { timeout, whatStaysWrong } from "./killing.ts";
import { timed } from "./measure.ts";
import { brokenPromises, type Promised } from "./promises.ts";
import { bring, broken, lead, releaseHere, startOf, withMigration } from "./release.ts";

const deploys = full ? Number(process.env.DEPLOYS ?? 20) : 1;
const drainedWithin = 10;
/** How many buy, each one thing after the other. */
const crowd = full ? 4 : 2;
/** In milliseconds, after each order: a quick run leaves some of the machine to others. */
const restAfterOrder = full ? 0 : 30;
/** In milliseconds: asking in a frenzy would keep the processes from coming back. */
const restAfterFailure = 50;
/** Where others use the machine too, starting takes its time. */
const goesOn = { timeout: 60_000 };

type Seen = {
  answers: number;
  promises: Promised[];
  streams: number;
  failed: string[];
  /** How long an answer is waited for, in milliseconds. */
  patience: number;
};

async function choosePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 30_000);
    if (await isPortFree(port, "127.0.0.1")) return port;
  }
}

type Ask = (method: string, path: string, body?: object) => Promise<string | undefined>;

/** By lines that stay open, and nothing twice: what fails has failed. */
function asking(url: string, { cookies }: SignedIn, seen: Seen): Ask {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return async (method, path, body) => {
    try {
      const options = { headers: { cookie }, ...(body && { body }) };
      const { status, text } = await inTime(timed(url, method, path, options), seen.patience);
      seen.answers++;
      if (status === 200) return text;
      seen.failed.push(`${method} ${path}: ${status} ${text.slice(0, 100)}`);
    } catch (error) {
      seen.failed.push(`${method} ${path}: ${error}`);
      await sleep(restAfterFailure);
    }
    return undefined;
  };
}

/** Browses and orders; every third order is paid, and of those every second cancelled again. */
async function keepBuying(
  { url, cards, part }: Deployed,
  person: SignedIn,
  seen: Seen,
  over: () => boolean,
) {
  const ask = asking(url, person, seen);
  for (let at = 0; !over(); at++) {
    await ask("GET", "/");
    await ask("GET", "/api/parts");
    const wanted = orderRequest(person, part);
    const text = await ask("POST", "/api/orders", wanted);
    if (text) {
      const promised: Promised = { key: wanted.key ?? "", order: JSON.parse(text), said: "placed" };
      seen.promises.push(promised);
      if (at % 3 === 0) await pay(ask, cards, promised);
      if (at % 6 === 0 && promised.said === "paid") await cancel(ask, promised);
    }
    await ask("GET", `/api/orders?email=${person.email}&limit=5`);
    if (restAfterOrder) await sleep(restAfterOrder);
  }
}

async function pay(ask: Ask, cards: OpenCardProvider, promised: Promised): Promise<void> {
  const { _id, totalPrice: price } = promised.order;
  const begun = await ask("POST", "/api/create-payment-intent", { order: _id, price });
  if (!begun) return;
  const { clientSecret } = JSON.parse(begun) as { clientSecret: string };
  await cards.pay(clientSecret);
  const intent = intentIdOf(clientSecret);
  const told = { order: _id, price, transactionId: intent };
  if (await ask("PATCH", `/api/orders/${_id}`, told)) {
    Object.assign(promised, { said: "paid", intent });
  }
}

async function cancel(ask: Ask, promised: Promised): Promise<void> {
  if (await ask("DELETE", `/api/orders/${promised.order._id}`)) promised.said = "cancelled";
}

/** Nobody waits longer; a line that was given to a process that is gone is never answered. */
function inTime<Answer>(answer: Promise<Answer>, patience: number): Promise<Answer> {
  const tooLate = new Error(`no answer within ${patience / 1_000} s`);
  return Promise.race([answer, sleep(patience).then(() => Promise.reject(tooLate))]);
}

/** Listens for changes, and again whenever the line ends, as a browser does. */
async function keepListening(url: string, seen: Seen, over: () => boolean) {
  while (!over()) {
    try {
      const response = await inTime(fetch(`${url}/api/live`), seen.patience);
      if (response.status !== 200) seen.failed.push(`GET /api/live: ${response.status}`);
      seen.streams++;
      await readToEnd(response, over);
    } catch (error) {
      seen.failed.push(`GET /api/live: ${error}`);
      await sleep(restAfterFailure);
    }
  }
}

async function readToEnd({ body }: Response, over: () => boolean) {
  const reader = body?.getReader();
  let isEnd = false;
  const reading = (async () => {
    while (reader && !(await reader.read()).done);
    isEnd = true;
  })();
  while (!isEnd && !over()) await Promise.race([reading, sleep(100)]);
  await reader?.cancel();
}

/** While the work is under way, people buy, and two only listen. */
async function whileTheyBuy(
  shop: Deployed,
  work: () => Promise<void>,
  patience = 10_000,
): Promise<Seen> {
  const seen: Seen = { answers: 0, promises: [], streams: 0, failed: [], patience };
  let isOver = false;
  const over = () => isOver;
  const busy = [
    ...shop.people.map((person) => keepBuying(shop, person, seen, over)),
    ...[1, 2].map(() => keepListening(shop.url, seen, over)),
  ];
  try {
    await expect.poll(() => seen.promises.length, goesOn).toBeGreaterThan(5);
    await work();
    const soFar = seen.promises.length;
    await expect.poll(() => seen.promises.length, goesOn).toBeGreaterThan(soFar + 5);
  } finally {
    isOver = true;
    await Promise.all(busy);
  }
  return seen;
}

type Deployed = {
  program: Program;
  link: string;
  url: string;
  cards: OpenCardProvider;
  connect: () => Connection;
  db: Queries;
  people: SignedIn[];
  part: StockedPart;
};

async function openDeployed(): Promise<Deployed> {
  const [link, databaseUrl, port] = [
    await releaseHere(),
    await createDatabase(),
    await choosePort(),
  ];
  const url = `http://localhost:${port}`;
  const cards = await openCardProvider({ webhooksTo: `${url}/api/webhooks/card-provider` });
  const own = { PORT: String(port), DATABASE_URL: databaseUrl, WORKERS: "2", DEMO: "0" };
  const env = { ...own, ...cards.env };
  const dataDir = await makeDataDir();
  const [node, ...args] = await startOf(link);
  const program = runProgram(node, args, dataDir, env, link);
  const open = () => connect(databaseUrl, { most: 2 });
  const connection = open();
  onTestFinished(connection.close);
  await program.ready();
  const door = {
    request: (path: string, init: RequestInit = {}) =>
      fetch(url + path, {
        ...init,
        headers: { origin: url, ...Object.fromEntries(new Headers(init.headers)) },
      }),
  };
  const people: SignedIn[] = [];
  while (people.length < crowd) people.push(await signUp(door));
  const part = await stockPart(connection, "Brake disc");
  return { program, link, url, cards, connect: open, db: connection.db, people, part };
}

/** What stays wrong of all that they were told, once they are gone. */
async function wrongAfter(shop: Deployed, { promises }: Seen): Promise<string[]> {
  const broken = (open: Connection) => brokenPromises(open, shop.cards, promises);
  return (await whatStaysWrong(shop, broken)).wrong;
}

const count = (text: string, words: RegExp) => [...text.matchAll(words)].length;

/** As `systemctl reload` does, and waits until it says that it is done. */
async function deploy({ program }: Deployed): Promise<void> {
  // The second is a line of the log, which is JSON where no person sits at a terminal.
  const done = /Deployed: |Not deployed, /g;
  const before = count(program.said(), done);
  program.child.kill("SIGUSR2");
  await expect
    .poll(() => count(program.said(), done), { timeout: 60_000, interval: 20 })
    .toBe(before + 1);
}

/** Those that listen: not who started them, nor what they started themselves. */
async function workersOf({ program }: Deployed): Promise<number[]> {
  const family = await findProcessTree(program.pid);
  return family.slice(1).filter((pid) => program.said().includes(`Process ${pid} took over`));
}

describe("row 36: new versions under load", () => {
  it("fails no request, and what leaves is gone in time", { timeout }, async () => {
    const shop = await openDeployed();
    const migrating = Math.ceil(deploys / 2);
    const seen = await whileTheyBuy(shop, async () => {
      for (let at = 1; at <= deploys; at++) {
        const before = await workersOf(shop);
        await bring(shop.link, at === migrating ? withMigration : undefined);
        await deploy(shop);
        expect(before.filter(isAlive)).toEqual([]);
      }
    });
    const drains = [...shop.program.said().matchAll(/the one before left in ([\d.]+) s/g)];
    const longest = Math.max(...drains.map(([, seconds]) => Number(seconds)));
    const wrong = await wrongAfter(shop, seen);
    const paid = seen.promises.filter(({ said }) => said !== "placed").length;
    const isReplaced = drains.length === 2 * deploys && longest < drainedWithin;
    report({
      row: 36,
      check: "SIGTERM and a new process under load, one deploy with a migration",
      target: `0 failed requests, drained within ${drainedWithin} s, the ledger is equal`,
      figure: `${deploys} deploys, ${drains.length} processes replaced, ${seen.answers} answers, ${seen.promises.length} orders, ${paid} of them paid, ${seen.streams} streams, ${seen.failed.length} failed, ${wrong.length} wrong, drained in ${longest} s at most`,
      pass: seen.failed.length + wrong.length === 0 && isReplaced && paid > 0 && seen.streams > 2,
    });
    expect(seen.failed).toEqual([]);
    expect(wrong).toEqual([]);
    expect(paid).toBeGreaterThan(0);
    expect(drains).toHaveLength(2 * deploys);
    expect(longest).toBeLessThan(drainedWithin);
    expect(seen.streams).toBeGreaterThan(2);
    expect(await queryRows(shop.db, sql`select of_the_drill from orders limit 1`)).toHaveLength(1);
    const kept = await queryRows<{ id: string }>(shop.db, sql`select id from orders`);
    expect(new Set(kept.map(({ id }) => id))).toEqual(
      new Set(seen.promises.map(({ order }) => order._id)),
    );

    // A version that does not start is not deployed, and nobody notices that either.
    const good = await realpath(shop.link);
    await bring(shop.link, broken);
    const spoiled = await whileTheyBuy(shop, () => deploy(shop));
    await lead(shop.link, good);
    expect(spoiled.failed).toEqual([]);
    expect(await wrongAfter(shop, spoiled)).toEqual([]);
    expect(shop.program.said()).toContain("Not deployed, the old processes go on");

    // Negative control: processes that are ended without being let out break off what they do.
    const kill = async () => {
      for (const pid of await workersOf(shop)) if (isAlive(pid)) process.kill(pid, "SIGKILL");
    };
    const killed = await whileTheyBuy(shop, kill, 2_000);
    expect(killed.failed).not.toEqual([]);
    shop.program.child.kill("SIGTERM");
    expect(await shop.program.ended).toBe(0);
  });
});
