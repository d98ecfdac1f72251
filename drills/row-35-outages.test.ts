// Row 35: the card provider, Google and the mail server are down, each for a while. People browse
// and order as ever; what needs the one that is down waits, or says so in words. Afterwards the account
// balances.
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { startGoogle } from "#emulators/google/google.ts";
import { callbackUrl } from "#server/modules/identity/google.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { expectWarning } from "#tests/fail-on-warnings.ts";
import { type MailServer, startMailServer } from "#tests/mail-server.ts";
import type { OpenShop } from "#tests/open-shop.ts";
import { grace, signInWithGoogle, startGoogleSignIn } from "#tests/open-shop-with-google.ts";
import { aStockedPart, placeOrder } from "#tests/orders.ts";
import {
  confirmPayment,
  createClientSecret,
  intentIdOf,
  openPayingShop,
  readOrderRecords,
} from "#tests/paying-shop.ts";
import { openVisitor, signIn, signUp, verifyEmail } from "#tests/people.ts";
import { full, report } from "./drill.ts";
import { timeout, whatStaysUnbalanced } from "./killing.ts";
import { type Customer, longer, meanwhile, type Seen } from "./outage.ts";

const minutes = Number(process.env.MINUTES ?? 10);
const downFor = full ? minutes * 60_000 : 3_000;
const before = full ? 60_000 : 1_500;
/** What waits is done so long after all is well again, with no hand. */
const backWithin = full ? 10 * 60_000 : 15_000;

/** In place of the product's own way, when a test says so: the order waits for its letter. */
const known = vi.hoisted(() => ({ bad: false }));
vi.mock(import("#server/modules/orders/place-order.ts"), async (original) => {
  const actual = await original();
  const placeOrderAndWait: typeof actual.placeOrder = async (...given) => {
    const placed = await actual.placeOrder(...given);
    const [{ db, letters }] = given;
    letters.wake();
    for (let tries = 0; known.bad && tries < 50; tries++) {
      if ((await queryRows(db, sql`select from letters limit 1`)).length === 0) break;
      await sleep(100);
    }
    return placed;
  };
  return {
    ...actual,
    placeOrder: (...given: Parameters<typeof actual.placeOrder>) =>
      known.bad ? placeOrderAndWait(...given) : actual.placeOrder(...given),
  };
});

const byMail = ({ url }: MailServer) => ({ SMTP_URL: url, MAIL_FROM: "shop@shop.example" });

type Outage = { what: string; before: Seen; down: Seen; orders: number; wrong: string[] };

/** What does not balance in the end: all that waited is done by then. */
async function afterwards({ shop }: OpenShop, outage: Omit<Outage, "orders" | "wrong">) {
  const wrong = await whatStaysUnbalanced(shop, backWithin);
  return { ...outage, orders: outage.down.ordering.length, wrong };
}

async function customerOf(shop: OpenShop): Promise<Customer> {
  const part = await aStockedPart(shop, { availablQuantity: 1_000_000 });
  const person = await signUp(shop);
  await verifyEmail(shop, person);
  return { shop, person, part };
}

async function providerIsDown(): Promise<Outage> {
  expectWarning(/The card provider cannot be reached/);
  const shop = await openPayingShop({ env: byMail(await startMailServer()) });
  const { cards } = shop;
  const customer = await customerOf(shop);
  const { person, part } = customer;
  const quiet = await meanwhile(customer, sleep(before));
  const [begun, paid, wanted] = [
    await placeOrder(person, part),
    await placeOrder(person, part),
    await placeOrder(person, part),
  ];
  const secret = await createClientSecret(person, begun);
  const paidBy = await createClientSecret(person, paid);
  await cards.pay(paidBy);
  expect((await confirmPayment(person, paid, intentIdOf(paidBy))).status).toBe(200);
  // Charged, and then nothing can be heard of it, from the provider neither.
  cards.faults({ webhooks: "hold" });
  expect((await cards.pay(secret)).body.status).toBe("succeeded");

  async function askToPay() {
    const asked = { order: wanted._id, price: wanted.totalPrice };
    expect(await person.send("POST", "/api/create-payment-intent", asked)).toEqual({
      status: 503,
      body: { error: expect.objectContaining({ message: expect.stringMatching(later) }) },
    });
    expect(await confirmPayment(person, begun, intentIdOf(secret))).toEqual({
      status: 503,
      body: { error: expect.objectContaining({ message: expect.stringMatching(confirming) }) },
    });
    expect(await person.get(`/api/orders/${begun._id}`)).toMatchObject({ body: { paid: false } });
  }
  const moods = [{ down: "refuse" }, { down: true }, ...(full ? [{ hang: 1e9 }] : [])] as const;
  async function beDown() {
    for (const mood of moods) {
      cards.faults({ clear: true });
      cards.faults({ ...mood, webhooks: "hold" });
      const until = performance.now() + downFor / moods.length;
      await askToPay();
      await sleep(Math.max(0, until - performance.now()));
    }
    expect(await person.send("DELETE", `/api/orders/${paid._id}`)).toMatchObject({ status: 200 });
  }
  const down = await meanwhile(customer, beDown());
  expect(await readOrderRecords(shop, begun._id)).toMatchObject({
    state: "unpaid",
    payments: ["open"],
  });
  expect(await readOrderRecords(shop, paid._id)).toMatchObject({ state: "refunding" });

  cards.faults({ clear: true });
  await cards.release();
  const settled = async () =>
    Promise.all([begun, paid].map(async ({ _id }) => (await readOrderRecords(shop, _id)).state));
  await expect.poll(settled, { timeout: backWithin }).toEqual(["paid", "refunded"]);
  const again = await createClientSecret(person, wanted);
  await cards.pay(again);
  expect((await confirmPayment(person, wanted, intentIdOf(again))).status).toBe(200);
  return afterwards(shop, { what: "the card provider", before: quiet, down });
}

const later = /cannot be reached just now\. Nothing was charged and your order is kept/;
const confirming = /is being confirmed\. You need not pay again/;

async function googleIsDown(): Promise<Outage> {
  expectWarning(/Google/);
  const shop = await openPayingShop({ env: byMail(await startMailServer()) });
  const dataDir = await mkdtemp(join(tmpdir(), "google-down-"));
  const client = { clientId: "shop", clientSecret: "a secret of the two" };
  const google = { ...client, redirectUri: callbackUrl(shop.url), dataDir };
  const { issuer, stop } = await startGoogle({ ...google, port: 0 });
  const port = Number(new URL(issuer).port);
  Object.assign(shop.shop.env, {
    GOOGLE_ISSUER: issuer,
    GOOGLE_CLIENT_ID: client.clientId,
    GOOGLE_CLIENT_SECRET: client.clientSecret,
  });
  const customer = await customerOf(shop);
  const quiet = await meanwhile(customer, sleep(before));
  await stop();

  async function tryBoth() {
    const address = await startGoogleSignIn(openVisitor(shop));
    expect(address).toMatch(/^\/login\?.*unavailable/);
    await signIn(shop, customer.person);
  }
  async function beDown() {
    await tryBoth();
    await sleep(downFor / 2);
    // Now it takes calls and says nothing; that is given up only after a while.
    const mute = await openMute(port);
    if (full) await tryBoth();
    await sleep(downFor / 2);
    await mute.close();
  }
  const down = await meanwhile(customer, beDown());
  const back = await startGoogle({ ...google, port });
  onTestFinished(async () => {
    await back.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  expect(await signInWithGoogle(openVisitor(shop), grace)).not.toMatch(/refused|unavailable/);
  return afterwards(shop, { what: "Google", before: quiet, down });
}

/** Takes calls, and never answers. */
async function openMute(port: number) {
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

async function mailIsDown(): Promise<Outage> {
  expectWarning(/Could not send the letter/);
  const mail = await startMailServer();
  const shop = await openPayingShop({ env: byMail(mail) });
  const customer = await customerOf(shop);
  const quiet = await meanwhile(customer, sleep(before));
  async function beDown() {
    await mail.down();
    await sleep(downFor / 2);
    mail.mood = "silent";
    await mail.up();
    await sleep(downFor / 2);
  }
  const down = await meanwhile(customer, beDown());
  const waiting = await queryRows(shop.shop.db, sql`select from letters`);
  expect(waiting.length).toBeGreaterThan(0);

  // Who hangs on to it is hung up on, as when a server starts again.
  await mail.down();
  mail.mood = "willing";
  await mail.up();
  // In the quick size nobody waits the minutes after which it is tried again.
  if (!full) await expect.poll(() => hurry(shop), { timeout: backWithin }).toBe(0);
  await expect
    .poll(async () => (await queryRows(shop.shop.db, sql`select from letters`)).length, {
      timeout: backWithin,
    })
    .toBe(0);
  const orders = quiet.ordering.length + down.ordering.length;
  // One mailbox gets so many in an hour.
  expect(mail.deliveries.length).toBeGreaterThanOrEqual(Math.min(orders, 60));
  return afterwards(shop, { what: "the mail server", before: quiet, down });
}

/** How many are left that wait for later. */
async function hurry({ shop }: OpenShop): Promise<number> {
  const { rowCount } = await shop.db.execute(sql`
    update letters set next_try_at = now() where tries > 0 and next_try_at > now()`);
  shop.letters.wake();
  return rowCount ?? 0;
}

describe("row 35: the card provider, Google and the mail server are down", () => {
  it("browsing and ordering go on, and what waits is done", { timeout }, async () => {
    const outages = await Promise.all([providerIsDown(), googleIsDown(), mailIsDown()]);
    for (const { what, before: quiet, down, orders, wrong } of outages) {
      const browsing = longer(quiet.browsing, down.browsing);
      const ordering = longer(quiet.ordering, down.ordering);
      report({
        row: 35,
        check: `${what} is down for ${minutes} minutes`,
        target:
          "browsing and ordering go on; what needs it waits and is done afterwards; the ledger is equal",
        figure: `${orders} orders, ${down.troubles.length} troubles, ${wrong.length} wrong; browsing ${browsing.median.toFixed(2)} × (p95 ${browsing.p95.toFixed(2)} ×), ordering ${ordering.median.toFixed(2)} × (p95 ${ordering.p95.toFixed(2)} ×) as long as before`,
        pass: down.troubles.length + wrong.length === 0,
      });
    }
    expect(outages.flatMap(({ before: { troubles } }) => troubles)).toEqual([]);
    expect(outages.flatMap(({ down: { troubles } }) => troubles)).toEqual([]);
    expect(outages.flatMap(({ wrong }) => wrong)).toEqual([]);
    for (const { orders } of outages) expect(orders).toBeGreaterThan(5);
  });

  it("negative control: who waits for the letter waits for the mail server", async () => {
    expectWarning(/Could not send the letter/);
    const mail = await startMailServer();
    const shop = await openPayingShop({ env: byMail(mail) });
    const customer = await customerOf(shop);
    await mail.down();
    known.bad = true;
    try {
      const { troubles } = await meanwhile(customer, sleep(1_000));
      expect(troubles).toContainEqual(expect.stringMatching(/POST \/api\/orders took \d{4,} ms/));
    } finally {
      known.bad = false;
    }
  });
});
