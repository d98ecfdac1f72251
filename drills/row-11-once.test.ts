// Row 11: what may be used once, used fifty times in the same moment.
import { createHash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Order } from "#contract/orders.ts";
import { refuse } from "#contract/refusals.ts";
import { addResetToken } from "#server/modules/identity/credentials.ts";
import { oneTimeTokens } from "#server/modules/identity/tables.ts";
import { hashToken } from "#server/modules/identity/tokens.ts";
import { nothingToAudit } from "#server/platform/audit/record-action.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { expectWarning } from "#tests/fail-on-warnings.ts";
import {
  createClientSecret,
  intentIdOf,
  openPayingShop,
  orderAndPay,
  orderFirstPart,
  type PayingShop,
  readNetCharge,
  readOrderRecords,
  recordLetters,
  runDueJobs,
} from "#tests/paying-shop.ts";
import { openVisitor, type SignedIn, signUp } from "#tests/people.ts";
import { full, report } from "./drill.ts";

const rounds = full ? 200 : 3;
const times = 50;

/** Fifty hashes a round would be all that is measured. */
vi.mock(import("#server/modules/identity/hash-in-thread.ts"), () => ({
  hashInThread: async ({ message, nonce, tagLength }) => ({
    tag: createHash("shake256", { outputLength: tagLength }).update(nonce).update(message).digest(),
    cpuMs: 0,
  }),
}));

/** Known-bad variants, which look first and act then, in place of the product's own. */
const known = vi.hoisted(() => ({ bad: "" }));
vi.mock(import("#server/modules/payments/cancel-order.ts"), async (original) => {
  const actual = await original();
  const cancelOrder: typeof actual.cancelOrder = (shop) => {
    const right = actual.cancelOrder(shop);
    if (typeof right === "symbol") return right;
    return async (given, caller) => {
      if (known.bad !== "refund") return right(given, caller);
      const id = given.params.id;
      const [row] = await queryRows<{ state: string; transaction_id: string }>(
        shop.db,
        sql`select state, transaction_id from orders where id = ${id}`,
      );
      if (row?.state !== "paid") return refuse("conflict", "It is refunded already.");
      // Long enough for all of them to have looked.
      await new Promise((resolve) => setTimeout(resolve, 200));
      const wanted = { refundId: crypto.randomUUID(), orderId: id, amount: 1, attempt: 1 };
      await shop.provider?.refund({ ...wanted, intentId: row.transaction_id });
      await shop.db.execute(sql`update orders set state = 'refunded' where id = ${id}`);
      return { reply: { deletedCount: 1 }, noted: nothingToAudit };
    };
  };
  return { cancelOrder };
});
vi.mock(import("#server/modules/payments/pay-order.ts"), async (original) => {
  const actual = await original();
  const payOrder: typeof actual.payOrder = (shop) => {
    const right = actual.payOrder(shop);
    if (typeof right === "symbol") return right;
    return async (given, caller) => {
      if (known.bad !== "transaction") return right(given, caller);
      const { order, transactionId } = given.body;
      const intent = await shop.provider?.findIntent(transactionId);
      if (intent?.status !== "succeeded") return refuse("conflict", "It is not paid.");
      await shop.db.execute(sql`update orders set state = 'paid', transaction_id = ${transactionId}
        where id = ${order}`);
      throw new Error("It is paid");
    };
  };
  return { payOrder };
});
vi.mock(import("#server/modules/identity/credentials.ts"), async (original) => {
  const { consumeResetToken: spend, ...rest } = await original();
  const consumeResetToken: typeof spend = async (db, token) => {
    if (known.bad !== "link") return spend(db, token);
    const [row] = await db
      .select({ userId: oneTimeTokens.userId })
      .from(oneTimeTokens)
      .where(eq(oneTimeTokens.tokenHash, hashToken(token)));
    // So that others look before it is gone.
    await db.execute("select pg_sleep(1)");
    return row?.userId;
  };
  return { ...rest, consumeResetToken };
});
beforeEach(() => {
  known.bad = "";
});

type World = { shop: PayingShop; buyer: SignedIn };
type Use = (world: World, round: number) => Promise<string | undefined>;

const fifty = <Result>(use: (at: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: times }, (_, at) => use(at)));
const successes = (answers: { status: number }[]) =>
  answers.filter(({ status }) => status < 400).length;

const useRefund: Use = async ({ shop, buyer }) => {
  const paid = await orderAndPay(shop, buyer);
  const answers = await fifty(() => buyer.send("DELETE", `/api/orders/${paid._id}`));
  await runDueJobs(shop);
  const refunds = shop.cards
    .refunds(1_000_000)
    .filter(({ payment_intent }) => payment_intent === paid.transactionId);
  const { state, movements } = await readOrderRecords(shop, paid._id);
  const once = refunds.length === 1 && state === "refunded" && readNetCharge(shop, paid) === 0;
  if (successes(answers) === 1 && once && movements.length === 2) return undefined;
  return `${successes(answers)} successes, ${refunds.length} refunds, ${movements.join(" ")}`;
};

/** Half of the orders cost the same, half are tried twice: the payment is for one of them. */
const useTransaction: Use = async ({ shop, buyer }) => {
  const orders: Order[] = await Promise.all(
    Array.from({ length: 10 }, () => orderFirstPart(shop, buyer, { quantity: 1 })),
  );
  const [right] = orders as [Order];
  const secret = await createClientSecret(buyer, right);
  await shop.cards.pay(secret);
  const transactionId = intentIdOf(secret);
  await fifty((at) => {
    const { _id, totalPrice: price } = orders[at % orders.length] as Order;
    return buyer.send("PATCH", `/api/orders/${_id}`, { order: _id, price, transactionId });
  });
  const paid = await queryRows<{ id: string }>(
    shop.shop.db,
    sql`
    select id from orders where transaction_id = ${transactionId}`,
  );
  const letters = await queryRows(
    shop.shop.db,
    sql`
    select from kept_letters where kind = 'order-paid' and about = ${right._id}`,
  );
  if (paid.length === 1 && paid[0]?.id === right._id && letters.length === 1) return undefined;
  return `${paid.length} paid by it, ${letters.length} letters`;
};

const useLink: Use = async ({ shop, buyer }, round) => {
  const token = await addResetToken(shop.shop.db, buyer.user._id);
  const network = `${20 + (round % 200)}.${round >> 8}.7`;
  const answers = await fifty((at) => {
    const browser = openVisitor(shop, { "x-forwarded-for": `${network}.${at}` });
    return browser.send("POST", "/api/identity/reset", { token, password: `new password ${at}` });
  });
  return successes(answers) === 1 ? undefined : `${successes(answers)} successes`;
};

const things: Record<string, Use> = {
  "a refund": useRefund,
  "a transaction id": useTransaction,
  "a reset link": useLink,
};

async function open(): Promise<World> {
  const shop = await openPayingShop({
    webhooks: "hold",
    letters: false,
    env: { PROXIES: "127.0.0.1" },
  });
  await recordLetters(shop);
  return { shop, buyer: await signUp(shop) };
}

async function use(world: World, name: string, count: number): Promise<string[]> {
  const faults: string[] = [];
  for (let round = 0; round < count; round++) {
    const fault = await things[name]?.(world, round);
    if (fault) faults.push(fault);
  }
  return faults;
}

describe("row 11: used fifty times at once", () => {
  it.each(Object.keys(things))(
    "%s has one effect",
    async (name) => {
      const faults = await use(await open(), name, rounds);
      report({
        row: 11,
        check: `${name}, ${times} times in parallel`,
        target: "200 rounds: exactly one success",
        figure: `${rounds} rounds, ${faults.length} with more or less`,
        pass: faults.length === 0,
      });
      expect(faults).toEqual([]);
    },
    900_000,
  );
});

describe("row 11 would tell whoever looks first and acts then", () => {
  it("with a refund", async () => {
    const world = await open();
    expectWarning(/./);
    const begin = await orderAndPay(world.shop, world.buyer);
    expect(begin.paid).toBe(true);
    known.bad = "refund";
    expect((await use(world, "a refund", 1))[0]).toMatch(/^[2-9]|^\d\d/);
  });

  it("with a transaction id", async () => {
    const world = await open();
    await world.shop.shop.db.execute(sql`drop index orders_transaction`);
    expectWarning(/It is paid/);
    known.bad = "transaction";
    expect((await use(world, "a transaction id", 1))[0]).toMatch(/^10 paid/);
  });

  it("with a reset link", async () => {
    const world = await open();
    known.bad = "link";
    expect((await use(world, "a reset link", 1))[0]).toMatch(/^[2-9]|^\d\d/);
  });
});
