// One order of everything in the basket, or none: locks the stock, prices, compares, stores.
import { createHash } from "node:crypto";
import type { Checkout } from "#contract/checkout.ts";
import type { checkoutOrderCalls } from "#contract/checkout-order.ts";
import type { Order } from "#contract/orders.ts";
import { Refusal, refuse, refuseWithPresent } from "#contract/refusals.ts";
import { formatAddress } from "#contract/rules/format-address.ts";
import { formatCents, toCents } from "#contract/rules/money.ts";
import type { Settings } from "#contract/settings.ts";
import { isOrdered, type LiveLine } from "#server/modules/baskets/present-line.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { isUniqueViolation } from "#server/platform/database/database-errors.ts";
import { inTransaction, retryOnConflict } from "#server/platform/database/transaction.ts";
import type { Handler, SignedInCaller } from "#server/platform/http/handler.ts";
import { listAddresses } from "./addresses.ts";
import type { CheckoutContext } from "./context.ts";
import { presentCheckout } from "./present-checkout.ts";
import { quoteBasket, quoteProblem } from "./quote-basket.ts";
import { findCheckout, forgetReference } from "./store.ts";

const keyReused = refuse(
  "key-reused",
  "Another order was already sent with this key. Check your orders, and order again if you want both.",
);
const noAddress = refuse("conflict", "Please say first where we should deliver it.");

type Input = {
  caller: SignedInCaller;
  key: string;
  hash: Buffer;
  expectedCents: number;
  settings: Settings;
  now: Date;
};
type Placed = Order | Refusal<"conflict">;

export function placeCheckout(context: CheckoutContext): Handler<typeof checkoutOrderCalls.place> {
  const { db, checkoutOrders, jobs } = context;
  return async ({ body: { key, expectedTotal } }, caller) => {
    const { _id: userId } = caller.person;
    const hash = createHash("sha256")
      .update(`basket ${toCents(expectedTotal)}`)
      .digest();
    const findEarlier = async () => {
      const earlier = await checkoutOrders.findByKey(db, { userId, key });
      if (!earlier) return undefined;
      return earlier.hash.equals(hash) ? earlier.order : keyReused;
    };
    const before = await findEarlier();
    if (before) return before;
    const settings = await context.settings();
    const input = {
      caller,
      key,
      hash,
      expectedCents: toCents(expectedTotal),
      settings,
      now: context.clock.now(),
    };
    const placed = await retryOnConflict(() =>
      inTransaction(db, (tx) => placeOrRefuse(context, tx, input)),
    ).catch((error) => {
      if (isUniqueViolation(error, "orders_request")) return undefined;
      throw error;
    });
    if (!placed) {
      const first = await findEarlier();
      if (!first) throw new Error("The order with this key is gone");
      return first;
    }
    if (!(placed instanceof Refusal)) {
      jobs.wake();
      return placed;
    }
    // The same request may have been answered while this one waited for the basket.
    return (await findEarlier()) ?? placed;
  };
}

async function placeOrRefuse(context: CheckoutContext, tx: Queries, input: Input): Promise<Placed> {
  const { baskets, checkoutOrders, discounts, inventory, letters, env } = context;
  const { caller, key, hash, expectedCents, settings, now } = input;
  const { _id: userId, email } = caller.person;
  const network = inventory.networkOf(caller.address);
  const stored = await findCheckout(tx, userId);
  if (!stored.address) return noAddress;
  const { address, method, vatId, reference } = stored;
  const { lines, counts } = await lockLines(context, tx, { userId, network });
  const buyer = { ...(await baskets.findTerms(tx, { userId })), userId };
  const terms = await discounts.lockTerms(tx, buyer, { settings, now });
  const asked = { lines, settings, destination: address, method, vatId, terms };
  const quote = quoteBasket(context, asked);
  const problem = quoteProblem(lines, quote);
  if (problem) return refuse("conflict", problem);
  if (quote.priced.totalCents !== expectedCents) {
    const known = { ...stored, addresses: await listAddresses(tx, userId) };
    const present = presentCheckout(context, known, lines, { settings, terms });
    return refuseWithPresent("conflict", changedMessage(present, lines), present);
  }
  const ordered = lines.filter(isOrdered);
  const pieces = ordered.reduce((sum, { quantity }) => sum + quantity, 0);
  const holdUntil = inventory.chooseHold(counts, pieces, { ...env, now });
  const order = await checkoutOrders.store(tx, {
    ...{ userId, key, hash, email, now, holdUntil, vatId, reference, address, quote },
    ...{ name: address.name, phone: address.phone },
    addressText: formatAddress(address, "en"),
    parts: ordered.map(({ part }) => part),
  });
  if (holdUntil) {
    await inventory.storeReservations(
      tx,
      { orderId: order._id, userId, network, lines: reservationLines(order) },
      { state: "held", expiresAt: holdUntil },
    );
  }
  const used = quote.priced.outcomes.filter(({ cents }) => cents > 0);
  await discounts.storeUses(
    tx,
    used.map(({ discount }) => discount),
    { orderId: order._id, userId },
  );
  await letters.addOrderLetter(tx, "order-placed", { id: order._id, email });
  await baskets.removeParts(
    tx,
    { userId },
    ordered.map(({ part }) => part.id),
  );
  await baskets.forgetCodes(tx, { userId });
  await forgetReference(tx, userId);
  return order;
}

/** The basket and the stock of its parts, in this order, which all who place orders keep to. */
async function lockLines(
  { baskets, basketParts, inventory }: CheckoutContext,
  tx: Queries,
  { userId, network }: { userId: string; network: string },
) {
  await baskets.lockBasket(tx, { userId });
  const stored = await baskets.listLines(tx, { userId });
  const partIds = stored.map(({ partId }) => partId);
  await inventory.lockStock(tx, partIds);
  const counts = await inventory.countHolds(tx, { userId, network, partIds });
  if (counts.duePieces > 0) await inventory.expireDue(tx, partIds);
  const lines = baskets.toLiveLines(stored, await basketParts(tx, partIds));
  return { lines, counts };
}

function changedMessage({ quote }: Checkout, lines: readonly LiveLine[]): string {
  const reasons = lines.flatMap(({ stored, part, why }) =>
    why !== undefined && !stored.saved ? [`${part.name}: ${why}`] : [],
  );
  for (const { code, problem } of quote.discounts) {
    if (code !== null && problem !== undefined) reasons.push(`${code}: ${problem}`);
  }
  const total = `The total is $${formatCents(toCents(quote.total))} now. Please look again.`;
  return [...reasons, total].join(" ");
}

function reservationLines({ lines }: Order) {
  return lines.flatMap(({ _id, part, quantity }) =>
    part ? [{ orderLineId: _id, partId: part, quantity }] : [],
  );
}
