// One order of everything in the basket, or none: locks the stock, prices, compares, stores.
import { createHash } from "node:crypto";
import type { Checkout } from "#contract/checkout.ts";
import type { checkoutOrderCalls } from "#contract/checkout-order.ts";
import type { CarOfOrder } from "#contract/fields.ts";
import type { Order } from "#contract/orders.ts";
import { Refusal, refuse, refuseWithPresent } from "#contract/refusals.ts";
import type { LegalVersions } from "#contract/rules/legal-versions.ts";
import { type Cents, formatCents, toCents } from "#contract/rules/money.ts";
import type { Settings } from "#contract/settings.ts";
import { isOrdered, type LiveLine } from "#server/modules/baskets/present-line.ts";
import type { Proof } from "#server/modules/fitment/prove-fit.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { isUniqueViolation } from "#server/platform/database/database-errors.ts";
import { lockThenWrite } from "#server/platform/database/lock-then-write.ts";
import { pipeline, retryOnConflict } from "#server/platform/database/transaction.ts";
import type { Handler, SignedInCaller } from "#server/platform/http/handler.ts";
import { hashBody, keyReused } from "#server/platform/once/once.ts";
import type { CheckoutContext } from "./context.ts";
import { fingerprintOf } from "./fingerprint.ts";
import { presentCheckout } from "./present-checkout.ts";
import { quoteBasket, quoteProblem } from "./quote-basket.ts";
import { findCheckout, forgetReference, listAddresses } from "./store.ts";
import { storeOrder } from "./store-order.ts";

const noAddress = refuse("conflict", "Please say first where we should deliver it.");

type Input = {
  caller: SignedInCaller;
  key: string;
  hash: Buffer;
  expectedCents: number;
  settings: Settings;
  now: Date;
  proofs: readonly Proof[];
  /** Undefined: whatever is in force. */
  legal: LegalVersions | undefined;
  /** Undefined: whatever is in the basket. */
  fingerprint: string | undefined;
};
/** The basket is another one, costs another amount, or other legal texts hold, than was confirmed. */
type Changed = Pick<Found, "stored" | "lines" | "terms" | "legal">;
type Placed = Order | Refusal<"conflict" | "key-reused"> | Changed;

export function placeCheckout(context: CheckoutContext): Handler<typeof checkoutOrderCalls.place> {
  const { db, checkoutOrders, clock, jobs } = context;
  return async ({ body: { key, ...body } }, caller) => {
    const { car, legal, fingerprint } = body;
    const expectedCents = toCents(body.expectedTotal);
    const hash = hashBody(body);
    const settings = await context.settings();
    const proofs = car ? await proveBasket(context, caller, car) : [];
    const input = {
      caller,
      key,
      hash,
      expectedCents,
      settings,
      now: clock.now(),
      proofs,
      legal,
      fingerprint,
    };
    const placed = await retryOnConflict(() =>
      lockThenWrite(
        db,
        (tx) => lockAndRead(context, tx, input),
        (tx, found): Promise<Order> | Exclude<Placed, Order> | Order =>
          found.earlier
            ? answerAgain(found.earlier, input)
            : storeOrRefuse(context, tx, input, found),
      ),
    ).catch((error) => {
      if (isUniqueViolation(error, "orders_request")) return undefined;
      throw error;
    });
    if (!placed) {
      const earlier = await checkoutOrders.findByKey(db, { userId: caller.person._id, key });
      if (!earlier) throw new Error("The order with this key is gone");
      return answerAgain(earlier, input);
    }
    if ("terms" in placed) return refuseChanged(context, input, placed);
    if (!(placed instanceof Refusal)) jobs.wake();
    return placed;
  };
}

/** Before the stock is locked, so that nobody waits for it. */
async function proveBasket(
  { baskets, db, fitment }: CheckoutContext,
  { person }: SignedInCaller,
  car: CarOfOrder,
): Promise<Proof[]> {
  const lines = await baskets.listLines(db, { userId: person._id });
  return fitment.proveFit(
    db,
    car,
    lines.map(({ partId }) => partId),
  );
}

type Earlier = { hash: Buffer; order: Order };

function answerAgain(earlier: Earlier, { hash, expectedCents }: Input): Order | typeof keyReused {
  // An earlier release stored the hash of the total alone.
  const hashOfTotal = createHash("sha256").update(`basket ${expectedCents}`).digest();
  const isSame = earlier.hash.equals(hash) || earlier.hash.equals(hashOfTotal);
  return isSame ? earlier.order : keyReused;
}

type Found = Awaited<ReturnType<typeof lockAndRead>>;

/** The basket and the stock of its parts, in this order, which all who place orders keep to. */
async function lockAndRead(context: CheckoutContext, tx: Queries, input: Input) {
  const { baskets, basketParts, checkoutOrders, discounts, env, inventory, legalTexts } = context;
  const { caller, key, settings, now } = input;
  const { _id: userId } = caller.person;
  const owner = { userId };
  const networks = inventory.networksOf(caller.address);
  const holds = { ...settings.holds, factor: env.RESERVATION_FACTOR };
  const partIds = baskets.partIdsOf(owner);
  const [basketId, , earlier, stored, legal, buyer, basketLines, counts, parts] = await pipeline(
    baskets.lockBasket(tx, owner),
    inventory.lockStock(tx, partIds),
    // The same request may have been answered while this one waited for the basket.
    checkoutOrders.findByKey(tx, { userId, key }),
    findCheckout(tx, userId),
    legalTexts.readVersions(tx),
    baskets.findTerms(tx, owner),
    baskets.listLines(tx, owner),
    inventory.countHolds(tx, { userId, networks, partIds }, holds),
    basketParts(tx, partIds),
  );
  const isFreed = counts.duePieces > 0 && (await inventory.expireDue(tx, [...parts.keys()]));
  const present = isFreed ? await basketParts(tx, partIds) : parts;
  const lines = baskets.toLiveLines(basketLines, present);
  const terms = await discounts.lockTerms(tx, { ...buyer, userId }, { settings, now });
  return { basketId, networks, holds, earlier, stored, legal, lines, counts, terms };
}

function storeOrRefuse(
  context: CheckoutContext,
  tx: Queries,
  input: Input,
  { basketId, networks, holds, stored, legal, lines, counts, terms }: Found,
): Promise<Order> | Exclude<Placed, Order> {
  const { baskets, legalTexts } = context;
  const { caller, key, hash, expectedCents, settings, now, proofs } = input;
  const { _id: userId, email } = caller.person;
  const { address, billTo, method, vatId, vatState, reference } = stored;
  if (!address) return noAddress;
  const vatCountry = billTo?.country;
  const place = { destination: address, method, vatId, vatCountry, vatState };
  const asked = { lines, settings, terms, ...place };
  const quote = quoteBasket(context, asked);
  const isNothingLeft = lines.length > 0 && !lines.some(isOrdered);
  if (isNothingLeft) return { stored, lines, terms, legal };
  const problem = quoteProblem(lines, quote);
  if (problem) return refuse("conflict", problem);
  const isOther =
    legalTexts.changedTitles(input.legal ?? legal, legal).length > 0 ||
    (input.fingerprint !== undefined && input.fingerprint !== fingerprintOf(stored, lines, quote));
  if (isOther || quote.priced.totalCents !== expectedCents) return { stored, lines, terms, legal };
  const ordered = lines.filter(isOrdered);
  const order = { userId, email, key, hash, now, networks, counts, quote, lines: ordered, proofs };
  const to = { holds, address, billTo, vatId, reference, legal };
  return storeOrder(context, tx, { ...order, ...to }, () => [
    baskets.removeParts(
      tx,
      basketId,
      ordered.map(({ part }) => part.id),
    ),
    ...(terms.codes.length > 0 ? [baskets.forgetCodes(tx, basketId)] : []),
    ...(reference === "" ? [] : [forgetReference(tx, userId)]),
  ]);
}

async function refuseChanged(
  context: CheckoutContext,
  { caller, settings, expectedCents, legal: confirmed, fingerprint }: Input,
  { stored, lines, terms, legal }: Changed,
) {
  const { db, accounts } = context;
  const { _id: userId } = caller.person;
  const addresses = await listAddresses(db, userId);
  const known = { ...stored, addresses, ...(await accounts.readBuyingCompany(db, userId)), legal };
  const present = presentCheckout(context, known, lines, { settings, terms });
  const texts = context.legalTexts.changedTitles(confirmed ?? legal, legal);
  const isOther = fingerprint !== undefined && fingerprint !== present.fingerprint;
  const message = changedMessage(present, lines, { texts, expectedCents, isOther });
  return refuseWithPresent("conflict", message, present);
}

type What = { texts: readonly string[]; expectedCents: Cents; isOther: boolean };

function changedMessage(
  { quote }: Checkout,
  lines: readonly LiveLine[],
  { texts, expectedCents, isOther }: What,
): string {
  const versions = texts.map((title) => `${title}: another version is in force now.`);
  const reasons = lines.flatMap(({ stored, part, why }) =>
    why !== undefined && !stored.saved ? [`${part.name}: ${why}`] : [],
  );
  for (const { code, problem } of quote.discounts) {
    if (code !== null && problem !== undefined) reasons.push(`${code}: ${problem}`);
  }
  if (isOther && reasons.length === 0)
    reasons.push("Your order was changed meanwhile, perhaps in another tab.");
  const cents = toCents(quote.total);
  const total = cents === expectedCents ? "" : `The total is $${formatCents(cents)} now. `;
  return [...versions, ...reasons, quote.problem ?? `${total}Please look again.`].join(" ");
}
