// Row 9: the shop is killed at each named point; the customer repeats the request and all is well.
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createDatabase } from "#tests/create-database.ts";
import {
  beginPayment,
  type Customer,
  cancel,
  charge,
  openCustomers,
  payAndReport,
  place,
  report as reportPaid,
} from "./customers.ts";
import { findUnfinishedRefunds, findViolations } from "./find-violations.ts";
import { addPart } from "./orders.ts";
import { type ProviderRelay, relayProvider } from "./provider-relay.ts";
import { waitUntilReconciled } from "./reconciliation.ts";
import { control, full, report } from "./report.ts";
import { type Options, type Shop, startShop } from "./start-shop.ts";
import { type Moment, relayStatements, type StatementRelay } from "./statement-relay.ts";

type Action = "place" | "begin" | "report" | "webhook" | "cancel" | "refund" | "letter";

type ExitPoint = {
  name: string;
  action: Action;
  moment: Moment;
  at: { statement: RegExp; in?: RegExp } | { call: RegExp };
  quick?: true;
};

const both = (action: Action, what: string, at: ExitPoint["at"], quick?: Moment): ExitPoint[] =>
  (["before", "after"] as const).map((moment) => ({
    name: `${moment} ${what}`,
    action,
    moment,
    at,
    ...(moment === quick && { quick: true }),
  }));

const call = (pattern: RegExp) => ({ call: pattern });
const statement = (pattern: RegExp) => ({ statement: pattern });
const commitOf = (pattern: RegExp) => ({ statement: /^commit/i, in: pattern });

const create = call(/^POST \/v1\/payment_intents$/);
const retrieve = call(/^GET \/v1\/payment_intents\/\w+$/);
const cancelIntent = call(/^POST \/v1\/payment_intents\/\w+\/cancel$/);
const refund = call(/^POST \/v1\/refunds$/);

const placed = /insert into orders/;
const begun = /^insert into "payments"/;
const opened = /^update "payments" set "intent_id" = \$1, "state" = \$2 where/;
const succeeded = /^update "payments" set "intent_id" = .*"settled_at" = shop_now\(\)/;
const paid = /^update "orders" set .*"transaction_id" = /;
const closed = /^update "orders" set .*"closed_at" = /;
const refundWanted = /^insert into "refunds"/;
const refundTaken = /^update "refunds" set .*"tries" = /;
const refundDone = /^update "refunds" set .*"done_at" = shop_now\(\)/;

const exitPoints: ExitPoint[] = [
  ...both("place", "the commit of an order", commitOf(placed)),
  ...both("begin", "the payment is stored", statement(begun)),
  ...both("begin", "the provider creates the intent", create, "after"),
  ...both("begin", "the intent's id is stored", statement(opened)),
  ...both("report", "the provider answers that it was paid", retrieve),
  ...both("report", "the payment is marked as paid", statement(succeeded)),
  ...both("report", "the order is marked as paid", statement(paid)),
  ...both("report", "the commit of a paid order", commitOf(paid), "after"),
  ...both("webhook", "the commit of an order paid by webhook", commitOf(paid), "after"),
  ...both("cancel", "the provider cancels the intent", cancelIntent),
  ...both("cancel", "the commit of a cancelled order", commitOf(closed), "before"),
  ...both("refund", "the commit of a queued refund", commitOf(refundWanted), "after"),
  ...both("refund", "a process leases the refund", statement(refundTaken)),
  ...both("refund", "the provider refunds", refund, "after"),
  ...both("refund", "the commit of a done refund", commitOf(refundDone)),
  ...both("letter", "a sent letter is deleted", statement(/^delete from "jobs"/)),
];

type World = {
  shop: Shop;
  database: StatementRelay;
  provider: ProviderRelay;
  customer: Customer;
};

async function open(options: Options = {}): Promise<World> {
  const direct = await createDatabase();
  const database = await relayStatements(direct);
  let provider: ProviderRelay | undefined;
  const shop = await startShop({
    directDatabaseUrl: direct,
    databaseUrl: database.url,
    expectedComplaints: /./,
    async proxyProvider(address) {
      provider = await relayProvider(address);
      return provider.url;
    },
    ...options,
  });
  const [customer] = await openCustomers(shop, [await addPart(shop)]);
  if (!provider) throw new Error("The shop did not look for its provider");
  return { shop, database, provider, customer };
}

function killAt({ shop, database, provider }: World, { moment, at }: ExitPoint): Promise<void> {
  return new Promise((resolve) => {
    const kill = () => {
      database.watch = () => false;
      provider.watch = () => false;
      resolve(shop.kill() as Promise<never>);
      return true;
    };
    if ("call" in at) {
      provider.watch = (now, call) => now === moment && at.call.test(call) && kill();
    } else {
      const { statement, in: within } = at;
      const isWithin = (transaction: string[]) =>
        !within || transaction.some((each) => within.test(each));
      database.watch = (now, text, transaction) =>
        now === moment && statement.test(text) && isWithin(transaction) && kill();
    }
  });
}

async function placeAndCharge(customer: Customer) {
  const placed = await place(customer);
  const secret = await beginPayment(customer, placed);
  await charge(customer, secret);
  return [placed, secret] as const;
}

const prepare: Record<Action, (customer: Customer, shop: Shop) => Promise<() => Promise<unknown>>> =
  {
    place: async (customer) => () => place(customer),
    letter: async (customer) => () => place(customer),
    async begin(customer) {
      const placed = await place(customer);
      return async () => {
        const secret = await beginPayment(customer, placed);
        await charge(customer, secret);
        await reportPaid(customer, placed, secret);
      };
    },
    async report(customer) {
      const [placed, secret] = await placeAndCharge(customer);
      return () => reportPaid(customer, placed, secret);
    },
    async webhook(customer, { cards }) {
      await placeAndCharge(customer);
      return () => cards.release();
    },
    async cancel(customer) {
      const placed = await place(customer);
      await beginPayment(customer, placed);
      return () => cancel(customer, placed);
    },
    async refund(customer) {
      const placed = await payAndReport(customer);
      return () => cancel(customer, placed);
    },
  };

async function visit(world: World, point: ExitPoint): Promise<string[]> {
  const { shop, customer } = world;
  shop.cards.faults({ webhooks: "hold" });
  const act = await prepare[point.action](customer, shop);
  const killed = killAt(world, point).then(() => true);
  const wrong: string[] = [];
  const acted = act().catch((error: Error) => void wrong.push(`${point.name}: ${error.message}`));
  const isReached = await Promise.race([killed, acted.then(() => sleep(10_000, false))]);
  if (!isReached) return [...wrong, `It never came to: ${point.name}`];
  shop.cards.faults({ webhooks: "deliver" });
  await shop.start();
  await acted;
  await shop.cards.release();
  return wrong;
}

const reconcile = ({ shop, customer }: World, withinMs = 60_000) =>
  waitUntilReconciled(shop, {
    withinMs,
    findOthers: () => findViolations(shop, customer.acknowledged),
  });

describe("row 9: the shop is killed at each named point", () => {
  it("and everything is as if nothing had happened", async () => {
    const points = exitPoints.filter(({ quick }) => full || quick);
    const rounds = full ? Number(process.env.ROUNDS ?? 20) : 1;
    const world = await open();
    const wrong: string[] = [];
    let longestMs = 0;
    for (let round = 0; round < rounds && wrong.length === 0; round++) {
      for (const point of points) wrong.push(...(await visit(world, point)));
      const reconciled = await reconcile(world);
      longestMs = Math.max(longestMs, reconciled.tookMs);
      wrong.push(...reconciled.wrong);
    }
    if (full && wrong.length === 0) {
      const options = { withinMs: 5 * 60_000, findOthers: () => findUnfinishedRefunds(world.shop) };
      wrong.push(...(await waitUntilReconciled(world.shop, options)).wrong);
    }
    report({
      check: "the shop is killed at each named point of the flows",
      target: "12 points or more, 20 times each: as row 8",
      figure: `${points.length} points, ${rounds} times each, balanced after ${(longestMs / 1_000).toFixed(1)} s at most`,
      faults: wrong,
    });
    expect(exitPoints.length).toBeGreaterThanOrEqual(12);
  });

  control("finds half a payment in a shop without transactions", async () => {
    const world = await open({ faults: ["noTransactions"] });
    const point = exitPoints.find(({ name }) => name === "before the order is marked as paid");
    if (!point) throw new Error("There is no such point");
    const wrong = [...(await visit(world, point)), ...(await reconcile(world, 1_000)).wrong];
    expect(wrong).toContainEqual(expect.stringContaining("not being refunded"));
  });
});
