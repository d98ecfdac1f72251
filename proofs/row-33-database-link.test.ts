// Row 33: the connection to the database is slow, breaks or goes silent; nobody waits over 10 s.
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { describe, expect, it } from "vitest";
import { closedStates } from "#contract/rules/order-states.ts";
import { createDatabase } from "#tests/create-database.ts";
import { orderRequest, placeOrder, type StockedPart } from "#tests/orders.ts";
import { type SignedIn, signUp } from "#tests/people.ts";
import { random } from "#tests/random.ts";
import { type DatabaseLink, openDatabaseLink } from "./database-link.ts";
import { addPart, clientSecretFor, intentIn } from "./orders.ts";
import { cookieOf } from "./people.ts";
import { waitUntilReconciled } from "./reconciliation.ts";
import { full, report } from "./report.ts";
import { sendJson, type TimedResponse } from "./send-request.ts";
import { type Shop, startShop } from "./start-shop.ts";

/** In the quick size other tests use the machine too, and only what hangs is late. */
const longestMs = full ? 10_000 : 60_000;
const rounds = full ? Number(process.env.ROUNDS ?? 5) : 1;
/** More than the pool has connections. */
const requestCount = 24;
const chargedCount = 4;
const deletedCount = 2;
const stopsWithinMs = 60_000;
const timeout = full ? 3_600_000 : 300_000;

const publicPages = ["/", "/api/parts", "/login"];

type Linked = { shop: Shop; link: DatabaseLink; person: SignedIn; part: StockedPart };
type Charged = { order: string; price: number; transactionId: string };
type NamedResponse = TimedResponse & { asked: string };

async function startLinked(planted?: readonly string[]): Promise<Linked> {
  const direct = await createDatabase();
  const link = await openDatabaseLink(direct);
  const shop = await startShop({
    databaseUrl: link.url,
    directDatabaseUrl: direct,
    expectedComplaints: /./,
    ...(planted && { faults: planted }),
  });
  const part = await addPart(shop);
  const person = await signUp(shop);
  for (const path of publicPages) await shop.request(path);
  return { shop, link, person, part };
}

async function beginPayment({ person, part }: Linked) {
  const { _id: order, totalPrice } = await placeOrder(person, part);
  const secret = await clientSecretFor(person, { _id: order, totalPrice });
  return { order, price: totalPrice, secret };
}

/** One whose card was charged, of which the shop has heard nothing so far. */
async function charge(linked: Linked): Promise<Charged> {
  const { cards } = linked.shop;
  cards.faults({ webhooks: "hold" });
  const { order, price, secret } = await beginPayment(linked);
  expect((await cards.pay(secret)).body.status).toBe("succeeded");
  return { order, price, transactionId: intentIn(secret) };
}

async function pay(linked: Linked): Promise<string> {
  const charged = await charge(linked);
  const { status } = await linked.person.send("PATCH", `/api/orders/${charged.order}`, charged);
  expect(status).toBe(200);
  return charged.order;
}

async function repeat<Made>(count: number, make: () => Promise<Made>): Promise<Made[]> {
  const made: Made[] = [];
  while (made.length < count) made.push(await make());
  return made;
}

/** Answers with status 0 where there is no answer for twice the time that is allowed. */
function sending({ shop, person }: Linked) {
  const headers = cookieOf(person);
  return async (method: string, path: string, body?: object): Promise<NamedResponse> => {
    const answer = sendJson(shop.url, method, path, { headers, body });
    const hung = { status: 0, headers: {}, text: "no answer", milliseconds: 2 * longestMs };
    const late = sleep(2 * longestMs, hung, { ref: false });
    return { ...(await Promise.race([answer, late])), asked: `${method} ${path}` };
  };
}

function sendAll(linked: Linked, charged: Charged[], unwanted: string[]): Promise<NamedResponse[]> {
  const { shop, person, part } = linked;
  shop.cards.faults({ clear: true });
  void shop.cards.release();
  const send = sending(linked);
  return Promise.all([
    ...publicPages.map((path) => send("GET", path)),
    ...charged.map((paid) => send("PATCH", `/api/orders/${paid.order}`, paid)),
    ...unwanted.map((order) => send("DELETE", `/api/orders/${order}`)),
    ...Array.from({ length: requestCount }, (_, at) =>
      at % 2 === 0
        ? send("POST", "/api/orders", orderRequest(person, part))
        : send("GET", `/api/orders?email=${person.email}&limit=5`),
    ),
  ]);
}

function problemsIn(answers: readonly NamedResponse[]): string[] {
  return answers.flatMap(({ asked, status, headers, text, milliseconds }) => {
    const isPublic = publicPages.some((path) => asked === `GET ${path}`);
    const isRight = status === 200 || (!isPublic && status === 503 && headers["retry-after"]);
    return [
      ...(milliseconds > longestMs ? [`${asked} took ${Math.round(milliseconds)} ms`] : []),
      ...(isRight ? [] : [`${asked}: ${status} ${text.slice(0, 100)}`]),
    ];
  });
}

const disturbances: Record<string, (linked: Linked) => Promise<() => unknown>> = {
  "500 ms delay each way": async ({ link }) => {
    link.delayMs = 500;
    return () => Object.assign(link, { delayMs: 0 });
  },
  resets: async ({ link }) => {
    const resetting = setInterval(() => link.reset(), 20 + 100 * random());
    return () => clearInterval(resetting);
  },
  "half-open": async ({ link }) => {
    link.isSilent = true;
    // The connections of that time stay silent for ever, and the shop does not know.
    return () => {
      link.isSilent = false;
      link.reset();
    };
  },
  "pool exhausted": async ({ shop }) => {
    const locking = new Client({ connectionString: shop.database.url });
    await locking.connect();
    await locking.query("begin; set local idle_in_transaction_session_timeout = 0");
    await locking.query("lock table orders, parts in access exclusive mode");
    return async () => {
      await locking.query("commit");
      await locking.end();
    };
  },
};

async function lossesIn(shop: Shop, answers: readonly NamedResponse[]): Promise<string[]> {
  type Row = { id: string; state: string };
  const rows = await shop.database.query<Row>("select id, state from orders");
  const states = new Map(rows.map(({ id, state }) => [id, state]));
  const lost = answers.flatMap(({ asked, status, text }) => {
    if (status !== 200 || asked.startsWith("GET")) return [];
    const id = /[^/]*$/.exec(asked)?.[0] ?? "";
    if (asked.startsWith("DELETE")) {
      const isClosed = closedStates.some((state) => state === states.get(id));
      return isClosed ? [] : [`${id} is not deleted`];
    }
    const { _id } = JSON.parse(text) as { _id: string };
    const promised = asked.startsWith("PATCH") ? "paid" : "unpaid";
    return states.get(_id) === promised ? [] : [`${_id} was ${promised}, is ${states.get(_id)}`];
  });
  return [...lost, ...(await waitUntilReconciled(shop)).wrong];
}

async function disturb(begin: (linked: Linked) => Promise<() => unknown>) {
  const linked = await startLinked();
  const { shop, person, part } = linked;
  const answers: NamedResponse[] = [];
  for (let round = 0; round < rounds; round++) {
    const charged = await repeat(chargedCount, () => charge(linked));
    const unwanted = [
      ...(await repeat(deletedCount, async () => (await beginPayment(linked)).order)),
      ...(await repeat(deletedCount, () => pay(linked))),
    ];
    const end = await begin(linked);
    try {
      answers.push(...(await sendAll(linked, charged, unwanted)));
    } finally {
      await end();
    }
    const order = async () =>
      (await person.send("POST", "/api/orders", orderRequest(person, part))).status;
    await expect.poll(order, { timeout: 30_000 }).toBe(200);
  }
  const lost = await lossesIn(shop, answers);
  const stopped = shop.stop().then(() => []);
  const late = sleep(stopsWithinMs, ["the shop does not stop"], { ref: false });
  return { answers, lost: [...lost, ...(await Promise.race([stopped, late]))] };
}

describe("row 33: the connection to the database", { timeout }, () => {
  it("nothing hangs, and public pages are there", async () => {
    const all = await Promise.all(
      Object.entries(disturbances).map(async ([name, begin]) => ({
        name,
        ...(await disturb(begin)),
      })),
    );
    for (const { name, answers, lost } of all) {
      const found = [...problemsIn(answers), ...lost];
      const slowest = Math.max(...answers.map(({ milliseconds }) => milliseconds));
      const count = (status: number) => answers.filter((each) => each.status === status).length;
      report({
        check: name,
        target: "nothing hangs over 10 s; public pages answer; the account balances",
        figure: `${rounds} rounds, ${count(200)} done, ${count(503)} answered 503, slowest ${(slowest / 1_000).toFixed(1)} s`,
        faults: found,
      });
    }
  });

  it("a single customer is served over the slow connection", async () => {
    const linked = await startLinked();
    const { person, part, link } = linked;
    const charged = await charge(linked);
    const { order: unpaid } = await beginPayment(linked);
    const { _id: order, totalPrice: price } = await placeOrder(person, part);
    const paid = await pay(linked);
    const send = sending(linked);
    // So slow that a request with too many round trips is not done in time.
    link.delayMs = full ? 500 : 100;
    const answers = [
      await send("POST", "/api/orders", orderRequest(person, part)),
      await send("POST", "/api/create-payment-intent", { order, price }),
      await send("PATCH", `/api/orders/${charged.order}`, charged),
      await send("DELETE", `/api/orders/${unpaid}`),
      await send("DELETE", `/api/orders/${paid}`),
    ];
    link.delayMs = 0;
    const undone = answers.filter(({ status }) => status !== 200);
    const problems = [...problemsIn(answers), ...undone.map(({ asked }) => `not done: ${asked}`)];
    const times = answers.map(({ milliseconds }) => `${(milliseconds / 1_000).toFixed(1)} s`);
    report({
      check: "500 ms delay each way, a single customer",
      target: "an order, its payment, and deleting are done within 10 s",
      figure: `${answers.length - undone.length} of ${answers.length} done, in ${times.join(", ")}`,
      faults: problems,
    });
  });

  it("negative control: a shop without query timeout hangs", async () => {
    const linked = await startLinked(["noQueryTimeout"]);
    const { person, part } = linked;
    const end = await disturbances["half-open"]?.(linked);
    let isAnswered = false;
    const ordering = person.send("POST", "/api/orders", orderRequest(person, part)).finally(() => {
      isAnswered = true;
    });
    await sleep(10_000);
    expect(isAnswered).toBe(false);
    await end?.();
    expect((await ordering).status).toBe(503);
  });
});
