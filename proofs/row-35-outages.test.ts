// Row 35: the card provider, Google and the mail server are down; browsing and ordering go on.

import { createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { type MailServer, startMailServer } from "#tests/mail-server.ts";
import { orderRequest, placeOrder, type StockedPart } from "#tests/orders.ts";
import { openVisitor, type SignedIn, signIn, signUp } from "#tests/people.ts";
import { clearLimits } from "./database.ts";
import { beginWithGoogle, continueWithGoogle, grace, openGoogle } from "./google-sign-in.ts";
import { addPart, clientSecretFor, intentIn, recordsOf, reportPaid } from "./orders.ts";
import { cookieOf } from "./people.ts";
import { waitUntilReconciled } from "./reconciliation.ts";
import { full, report } from "./report.ts";
import { sendJson } from "./send-request.ts";
import { type Options, type Shop, startShop } from "./start-shop.ts";
import { quantile } from "./statistics.ts";

const minutes = Number(process.env.MINUTES ?? 10);
const downForMs = full ? minutes * 60_000 : 3_000;
const beforeMs = full ? 60_000 : 1_500;
/** The outage lasts until so many orders were placed, however slow the machine is. */
const minOrders = 6;
/** What waited is done so long after the service is back, without help. */
const backWithinMs = full ? 10 * 60_000 : 60_000;
/** No customer waits longer; in the quick size other tests use the machine too. */
const longestMs = full ? 3_000 : 6_000;

type Customer = { shop: Shop; person: SignedIn; part: StockedPart };
type Seen = { browsing: number[]; ordering: number[]; problems: string[] };
type Outage = { service: string; before: Seen; during: Seen; unbalanced: string[] };

async function shopWhile({ shop, person, part }: Customer, work: Promise<unknown>): Promise<Seen> {
  const seen: Seen = { browsing: [], ordering: [], problems: [] };
  const headers = cookieOf(person);
  const send = async (kind: "browsing" | "ordering", path: string, body?: object) => {
    const method = body ? "POST" : "GET";
    const { status, text, milliseconds } = await sendJson(shop.url, method, path, {
      headers,
      body,
    });
    seen[kind].push(milliseconds);
    const time = `${Math.round(milliseconds)} ms`;
    if (status !== 200) seen.problems.push(`${method} ${path}: ${status} ${text.slice(0, 200)}`);
    if (milliseconds > longestMs) seen.problems.push(`${method} ${path} took ${time}`);
  };
  let isDone = false;
  const working = work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await send("browsing", "/");
    await send("browsing", "/api/parts");
    await send("browsing", `/api/purchase/${part.id}`);
    await send("browsing", `/api/orders?email=${person.email}&limit=20`);
    await send("ordering", "/api/orders", orderRequest(person, part));
    await sleep(full ? 400 : 50);
  }
  await working;
  return seen;
}

async function shopDuringOutage(customer: Customer, beDown: () => Promise<unknown>) {
  const { database } = customer.shop;
  const count = async () => {
    const [row] = await database.query<{ orders: number }>(
      "select count(*)::int as orders from orders",
    );
    return row?.orders ?? 0;
  };
  const before = await count();
  const outage = beDown().then(() =>
    expect.poll(count, { timeout: 120_000 }).toBeGreaterThanOrEqual(before + minOrders),
  );
  return shopWhile(customer, outage);
}

async function openCustomer(options: Options): Promise<Customer> {
  const shop = await startShop(options);
  const part = await addPart(shop);
  const person = await signUp(shop);
  await shop.database.query("update users set email_verified_at = now()");
  return { shop, person, part };
}

const byMail = ({ url }: MailServer) => ({ SMTP_URL: url, MAIL_FROM: "shop@shop.example" });

const message = (pattern: RegExp) => ({
  status: 503,
  body: { error: expect.objectContaining({ message: expect.stringMatching(pattern) }) },
});
const paymentsDown = message(
  /cannot be reached right now\. Nothing was charged and your order is kept/,
);
const beingConfirmed = message(/is being confirmed\. Please do not pay again/);

async function providerOutage(): Promise<Outage> {
  const env = byMail(await startMailServer());
  const expectedComplaints = /card provider cannot be reached/;
  const customer = await openCustomer({ env, expectedComplaints });
  const { shop, person, part } = customer;
  const { cards } = shop;
  const before = await shopWhile(customer, sleep(beforeMs));
  const charged = await placeOrder(person, part);
  const paid = await placeOrder(person, part);
  const unpaid = await placeOrder(person, part);
  const paidSecret = await clientSecretFor(person, paid);
  await cards.pay(paidSecret);
  expect(await reportPaid(person, paid, intentIn(paidSecret))).toMatchObject({ status: 200 });
  const chargedSecret = await clientSecretFor(person, charged);
  cards.faults({ webhooks: "hold" });
  // The shop must not learn of the charge before the provider is down.
  await shop.database.query("update payments set next_check_at = now() + interval '10 seconds'");
  expect((await cards.pay(chargedSecret)).body.status).toBe("succeeded");
  cards.faults({ down: "refuse" });

  async function tryToPay() {
    const asked = { order: unpaid._id, price: unpaid.totalPrice };
    expect(await person.send("POST", "/api/create-payment-intent", asked)).toEqual(paymentsDown);
    const reported = await reportPaid(person, charged, intentIn(chargedSecret));
    expect(reported).toEqual(beingConfirmed);
    expect(await person.get(`/api/orders/${charged._id}`)).toMatchObject({ body: { paid: false } });
  }
  const failures = [{ down: "refuse" }, { down: true }, ...(full ? [{ hang: 1e9 }] : [])] as const;
  async function beDown() {
    for (const failure of failures) {
      cards.faults({ clear: true });
      cards.faults({ ...failure, webhooks: "hold" });
      const until = performance.now() + downForMs / failures.length;
      await tryToPay();
      await sleep(Math.max(0, until - performance.now()));
    }
    expect(await person.send("DELETE", `/api/orders/${paid._id}`)).toMatchObject({ status: 200 });
  }
  const during = await shopDuringOutage(customer, beDown);
  expect(await recordsOf(shop, charged._id)).toMatchObject({ state: "unpaid", payments: ["open"] });
  expect(await recordsOf(shop, paid._id)).toMatchObject({ state: "refunding" });

  cards.faults({ clear: true });
  await cards.release();
  const states = () =>
    Promise.all([charged, paid].map(async ({ _id }) => (await recordsOf(shop, _id)).state));
  await expect.poll(states, { timeout: backWithinMs }).toEqual(["paid", "refunded"]);
  const secret = await clientSecretFor(person, unpaid);
  await cards.pay(secret);
  expect(await reportPaid(person, unpaid, intentIn(secret))).toMatchObject({ status: 200 });
  const { wrong } = await waitUntilReconciled(shop, { withinMs: backWithinMs });
  return { service: "the card provider", before, during, unbalanced: wrong };
}

async function googleOutage(): Promise<Outage> {
  const mail = byMail(await startMailServer());
  let google: Awaited<ReturnType<typeof openGoogle>> | undefined;
  const env = async (url: string) => {
    google = await openGoogle(url);
    return { ...google.env, ...mail };
  };
  const customer = await openCustomer({ env, expectedComplaints: /Google/ });
  const { shop } = customer;
  const { issuer = "", dataDir, stop } = google ?? {};
  const port = Number(new URL(issuer).port);
  const before = await shopWhile(customer, sleep(beforeMs));
  await stop?.();

  async function tryToSignIn() {
    expect(await beginWithGoogle(openVisitor(shop))).toMatch(/^\/login\?.*unavailable/);
    await signIn(shop, customer.person);
  }
  async function beDown() {
    await tryToSignIn();
    await sleep(downForMs / 2);
    const silent = await openSilentServer(port);
    if (full) await tryToSignIn();
    await sleep(downForMs / 2);
    await silent.close();
  }
  const during = await shopDuringOutage(customer, beDown);
  await openGoogle(shop.url, { port, ...(dataDir && { dataDir }) });
  expect(await continueWithGoogle(openVisitor(shop), grace)).not.toMatch(/refused|unavailable/);
  const { wrong } = await waitUntilReconciled(shop, { withinMs: backWithinMs });
  return { service: "Google", before, during, unbalanced: wrong };
}

async function openSilentServer(port: number) {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on("error", () => {});
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy();
        server.close(resolve);
      }),
  };
}

async function mailOutage(): Promise<Outage> {
  const mail = await startMailServer();
  const customer = await openCustomer({ env: byMail(mail), expectedComplaints: /letter/i });
  const { database } = customer.shop;
  const before = await shopWhile(customer, sleep(beforeMs));
  // One mailbox gets few letters an hour, and must get some of the outage.
  await clearLimits(database);
  const during = await shopDuringOutage(customer, async () => {
    await mail.down();
    await sleep(downForMs / 2);
    mail.mood = "silent";
    await mail.up();
    await sleep(downForMs / 2);
  });
  const waiting = () => database.query("select from jobs where kind = 'letter'");
  expect(await waiting()).not.toEqual([]);

  await mail.down();
  mail.mood = "willing";
  await mail.up();
  const isNoneLeft = async () => {
    // In the quick size nobody waits the minutes until the next attempt.
    if (!full)
      await database.query(
        "update jobs set run_at = now() where kind = 'letter' and lease is null",
      );
    return (await waiting()).length;
  };
  await expect.poll(isNoneLeft, { timeout: backWithinMs, interval: 1_000 }).toBe(0);
  const orders = before.ordering.length + during.ordering.length;
  // One mailbox gets so many in an hour.
  expect(mail.deliveries.length).toBeGreaterThanOrEqual(Math.min(orders, 60));
  const { wrong } = await waitUntilReconciled(customer.shop, { withinMs: backWithinMs });
  return { service: "the mail server", before, during, unbalanced: wrong };
}

function slowdown({ before, during }: Outage, kind: "browsing" | "ordering"): string {
  const [median, p95] = [0.5, 0.95].map((share) =>
    (quantile(during[kind], share) / quantile(before[kind], share)).toFixed(2),
  );
  return `${median} × (p95 ${p95} ×)`;
}

describe("row 35: the card provider, Google and the mail server are down", () => {
  it("browsing and ordering go on, and what waits is done", async () => {
    const outages = await Promise.all([providerOutage(), googleOutage(), mailOutage()]);
    for (const outage of outages) {
      const { service, before, during, unbalanced } = outage;
      report({
        check: `${service} is down for ${minutes} minutes`,
        target:
          "browsing and ordering go on; what needs it waits and is done afterwards; the account balances",
        figure: `${during.ordering.length} orders; browsing took ${slowdown(outage, "browsing")}, ordering ${slowdown(outage, "ordering")} as long as before`,
        faults: [...before.problems, ...during.problems, ...unbalanced],
      });
      expect(during.ordering.length).toBeGreaterThanOrEqual(minOrders);
    }
  });

  it("negative control: a shop whose orders wait for their letter is found out", async () => {
    const mail = await startMailServer();
    const customer = await openCustomer({
      env: byMail(mail),
      faults: ["orderWaitsForLetter"],
      expectedComplaints: /./,
    });
    await mail.down();
    const { problems } = await shopWhile(customer, sleep(1_000));
    expect(problems).toContainEqual(expect.stringMatching(/POST \/api\/orders took \d{4,} ms/));
  });
});
