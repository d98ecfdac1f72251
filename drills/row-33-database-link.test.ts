// Row 33: the line to the database is slow, breaks, goes silent, or the pool has no connection left.
// Nobody waits longer than ten seconds, and public pages are there as they were last known. Afterwards
// every acknowledged order is there, and the account balances.
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { closedStates } from "#contract/rules/order-states.ts";
import { connect, inTransaction } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { timeouts } from "#server/platform/database/timeouts.ts";
import { createDatabase } from "#tests/create-database.ts";
import { expectWarning } from "#tests/fail-on-warnings.ts";
import { type OpenCardProvider, openCardProvider } from "#tests/open-card-provider.ts";
import { type OpenShop, openShop } from "#tests/open-shop.ts";
import { aStockedPart, orderRequest, placeOrder, type StockedPart } from "#tests/orders.ts";
import { createClientSecret, intentIdOf } from "#tests/paying-shop.ts";
import { type SignedIn, signUp } from "#tests/people.ts";
import { type DatabaseLink, openDatabaseLink } from "./database-link.ts";
import { full, report } from "./drill.ts";
import { timeout, whatStaysUnbalanced } from "./killing.ts";
import { type Timed, timed } from "./measure.ts";
import { random, seed } from "./seed.ts";

/** In milliseconds; under `npm test` others use the machine too, and only what hangs is late. */
const longest = full ? 10_000 : 60_000;
const rounds = full ? Number(process.env.ROUNDS ?? 5) : 1;
/** As people get it in the full size. */
const patience = full ? timeouts.requestQueryMs : 2_500;
/** More than a pool has connections. */
const crowd = 24;
/** How many of them were charged just before, and tell so now, as their provider does. */
const charged = 4;
/** How many delete what they would have to pay, and as many what they paid. */
const regretted = 2;
/** In milliseconds; who waits for requests and for the database waits five seconds for each. */
const stopsWithin = 60_000;

/** Whoever waits, waits so long for a query, in milliseconds. */
function limitTo(queryMs: number): void {
  Object.assign(timeouts, { requestQueryMs: queryMs, requestDeadlineMs: 2 * queryMs });
}

type Linked = {
  shop: OpenShop;
  cards: OpenCardProvider;
  link: DatabaseLink;
  person: SignedIn;
  part: StockedPart;
};
type Answered = Timed & { asked: string };

const publicPages = ["/", "/api/parts", "/login"];

async function openLinked(queryMs = patience): Promise<Linked> {
  limitTo(queryMs);
  expectWarning(/The database cannot be reached|could not be|cannot be/);
  const link = await openDatabaseLink(await createDatabase());
  const cards = await openCardProvider();
  const shop = await openShop({ databaseUrl: link.url, env: cards.env });
  cards.webhooksTo(`${shop.url}/api/webhooks/card-provider`);
  const part = await aStockedPart(shop, { availablQuantity: 1_000_000 });
  const person = await signUp(shop);
  for (const path of publicPages) await shop.request(path);
  return { shop, cards, link, person, part };
}

type Told = { order: string; price: number; transactionId: string };

/** An order whose card was charged, and nobody has told the shop so far. */
async function charge(linked: Linked): Promise<Told> {
  linked.cards.faults({ webhooks: "hold" });
  const { order, price, secret } = await begin(linked);
  expect((await linked.cards.pay(secret)).body.status).toBe("succeeded");
  return { order, price, transactionId: intentIdOf(secret) };
}

/** One of which a payment is begun. */
async function begin({ person, part }: Linked) {
  const { _id: order, totalPrice } = await placeOrder(person, part);
  const secret = await createClientSecret(person, { _id: order, totalPrice });
  return { order, price: totalPrice, secret };
}

/** One that is paid. */
async function pay(linked: Linked): Promise<string> {
  const told = await charge(linked);
  const { status } = await linked.person.send("PATCH", `/api/orders/${told.order}`, told);
  expect(status).toBe(200);
  return told.order;
}

async function some<Made>(many: number, make: () => Promise<Made>): Promise<Made[]> {
  const made: Made[] = [];
  while (made.length < many) made.push(await make());
  return made;
}

/** A crowd that looks around, orders, tells what it paid, deletes, and looks at what it ordered. */
function askAll(linked: Linked, paid: Told[], unwanted: string[]): Promise<Answered[]> {
  const { cards, person, part } = linked;
  cards.faults({ clear: true });
  void cards.release();
  const ask = asking(linked);
  return Promise.all([
    ...publicPages.map((path) => ask("GET", path)),
    ...paid.map((told) => ask("PATCH", `/api/orders/${told.order}`, told)),
    ...unwanted.map((order) => ask("DELETE", `/api/orders/${order}`)),
    ...Array.from({ length: crowd }, (_, at) =>
      at % 2 === 0
        ? ask("POST", "/api/orders", orderRequest(person, part))
        : ask("GET", `/api/orders?email=${person.email}&limit=5`),
    ),
  ]);
}

function asking({ shop, person }: Linked) {
  const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return async (method: string, path: string, body?: object): Promise<Answered> => {
    const answer = timed(shop.url, method, path, { headers: { cookie }, ...(body && { body }) });
    const late = sleep(2 * longest, undefined, { ref: false }).then(() => hung);
    return { ...(await Promise.race([answer, late])), asked: `${method} ${path}` };
  };
}

const hung: Timed = { status: 0, headers: {}, text: "no answer", milliseconds: 2 * longest };

/** What is no honest answer in time, each as a sentence. */
function wrongWith(answers: readonly Answered[]): string[] {
  return answers.flatMap(({ asked, status, headers, text, milliseconds }) => {
    const isPublic = publicPages.some((path) => asked === `GET ${path}`);
    const isHonest = status === 200 || (!isPublic && status === 503 && headers["retry-after"]);
    return [
      ...(milliseconds > longest ? [`${asked} took ${Math.round(milliseconds)} ms`] : []),
      ...(isHonest ? [] : [`${asked}: ${status} ${text.slice(0, 100)}`]),
    ];
  });
}

type Hurt = { name: string; hurt(linked: Linked): Promise<() => unknown> };

const hurts: Hurt[] = [
  {
    name: "500 ms delay each way",
    hurt: async ({ link }) => {
      link.delay = 500;
      return () => Object.assign(link, { delay: 0 });
    },
  },
  {
    name: "resets",
    hurt: async ({ link }) => {
      const resetting = setInterval(() => link.reset(), 20 + 100 * random());
      return () => clearInterval(resetting);
    },
  },
  {
    name: "half-open",
    hurt: async ({ link }) => {
      link.mute = true;
      // The connections of then never say anything again, and the shop does not know.
      return () => {
        link.mute = false;
        link.reset();
      };
    },
  },
  {
    name: "pool exhausted",
    hurt: async ({ shop }) => {
      const other = connect(shop.databaseUrl, { most: 1 });
      const { promise, resolve } = Promise.withResolvers<void>();
      const locked = Promise.withResolvers<void>();
      const holding = inTransaction(other.db, async (tx) => {
        await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`);
        await tx.execute(sql`lock table orders, parts in access exclusive mode`);
        locked.resolve();
        await promise;
      });
      await locked.promise;
      return async () => {
        resolve();
        await holding;
        await other.close();
      };
    },
  },
];

/** What is not as it was acknowledged, or does not balance in the end, each as a sentence. */
async function whatIsLost({ shop }: Linked, answers: readonly Answered[]): Promise<string[]> {
  const { db } = shop.shop;
  const rows = await queryRows<{ id: string; state: string }>(
    db,
    sql`select id, state from orders`,
  );
  const states = new Map(rows.map(({ id, state }) => [id, state]));
  const lost = answers.flatMap(({ asked, status, text }) => {
    if (status !== 200 || asked.startsWith("GET")) return [];
    const id = /[^/]*$/.exec(asked)?.[0] ?? "";
    if (asked.startsWith("DELETE")) {
      return closedStates.some((state) => state === states.get(id)) ? [] : [`${id} is not deleted`];
    }
    const { _id } = JSON.parse(text) as { _id: string };
    const promised = asked.startsWith("PATCH") ? "paid" : "unpaid";
    return states.get(_id) === promised ? [] : [`${_id} was ${promised}, is ${states.get(_id)}`];
  });
  return [...lost, ...(await whatStaysUnbalanced(shop.shop))];
}

/** What was answered meanwhile, what is lost, and whether it serves again afterwards. */
async function drill({ hurt }: Pick<Hurt, "hurt">, many: number) {
  const linked = await openLinked();
  const answers: Answered[] = [];
  for (let round = 0; round < many; round++) {
    const paid = await some(charged, () => charge(linked));
    const unwanted = [
      ...(await some(regretted, async () => (await begin(linked)).order)),
      ...(await some(regretted, () => pay(linked))),
    ];
    const heal = await hurt(linked);
    try {
      answers.push(...(await askAll(linked, paid, unwanted)));
    } finally {
      await heal();
    }
    const { person, part } = linked;
    const again = async () =>
      (await person.send("POST", "/api/orders", orderRequest(person, part))).status;
    await expect.poll(again, { timeout: 30_000 }).toBe(200);
  }
  const lost = await whatIsLost(linked, answers);
  // Here, all at once; at the end of the test it would be one after the other.
  const stopped = linked.shop.stop().then(() => []);
  const late = sleep(stopsWithin, ["the shop does not stop"], { ref: false });
  return { answers, lost: [...lost, ...(await Promise.race([stopped, late]))] };
}

describe("row 33: the line to the database", () => {
  it("nothing hangs, and public pages are there", { timeout }, async () => {
    const all = await Promise.all(
      hurts.map(async (each) => ({ ...each, ...(await drill(each, rounds)) })),
    );
    const wrong = all.flatMap(({ name, answers, lost }) => {
      const here = [...wrongWith(answers), ...lost];
      const slowest = Math.max(...answers.map(({ milliseconds }) => milliseconds));
      const count = (status: number) => answers.filter((each) => each.status === status).length;
      report({
        row: 33,
        check: name,
        target: "nothing hangs over 10 s; public pages answer; the ledger is equal",
        figure: `${rounds} rounds, ${count(200)} done, ${count(503)} told to come again, slowest ${(slowest / 1_000).toFixed(1)} s, ${here.length} wrong (seed ${seed})`,
        pass: here.length === 0,
      });
      return here.map((words) => `${name}: ${words}`);
    });
    expect(wrong, `seed ${seed}`).toEqual([]);
  });

  it("on the slow line, who is alone is served", { timeout }, async () => {
    const linked = await openLinked();
    const told = await charge(linked);
    const { order: unpaid } = await begin(linked);
    const { _id: order, totalPrice: price } = await placeOrder(linked.person, linked.part);
    const paid = await pay(linked);
    const ask = asking(linked);
    // Slow enough that what has too many questions is not done in time.
    linked.link.delay = full ? 500 : 100;
    const answers = [
      await ask("POST", "/api/orders", orderRequest(linked.person, linked.part)),
      await ask("POST", "/api/create-payment-intent", { order, price }),
      await ask("PATCH", `/api/orders/${told.order}`, told),
      await ask("DELETE", `/api/orders/${unpaid}`),
      await ask("DELETE", `/api/orders/${paid}`),
    ];
    linked.link.delay = 0;
    const undone = answers.filter(({ status }) => status !== 200);
    const wrong = [...wrongWith(answers), ...undone.map(({ asked }) => `${asked} was not done`)];
    const took = answers.map(({ milliseconds }) => `${(milliseconds / 1_000).toFixed(1)} s`);
    report({
      row: 33,
      check: "500 ms delay each way, alone",
      target: "an order, its payment, and deleting are done within 10 s",
      figure: `${answers.length - undone.length} of ${answers.length} done, in ${took.join(", ")}`,
      pass: wrong.length === 0,
    });
    expect(wrong).toEqual([]);
  });

  it("negative control: who waits as long as it takes waits for ever", { timeout }, async () => {
    const half = hurts.find(({ name }) => name === "half-open") as Hurt;
    const linked = await openLinked(3_600_000);
    const heal = await half.hurt(linked);
    const { person, part } = linked;
    let isAnswered = false;
    const asking = person.send("POST", "/api/orders", orderRequest(person, part)).finally(() => {
      isAnswered = true;
    });
    await sleep(full ? longest : patience + 500);
    expect(isAnswered).toBe(false);
    await heal();
    expect((await asking).status).toBe(503);
  });
});
