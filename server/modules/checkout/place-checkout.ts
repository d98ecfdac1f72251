// One order of everything in the basket, or none: locks the stock, prices, compares, stores.
import { createHash } from "node:crypto";
import type { Checkout } from "#contract/checkout.ts";
import type { checkoutOrderCalls } from "#contract/checkout-order.ts";
import type { CarOfOrder } from "#contract/fields.ts";
import type { Order } from "#contract/orders.ts";
import { Refusal, refuse, refuseWithPresent } from "#contract/refusals.ts";
import { changedTitles, type LegalVersions } from "#contract/rules/legal-versions.ts";
import { type Cents, formatCents, toCents } from "#contract/rules/money.ts";
import type { Settings } from "#contract/settings.ts";
import type { Context } from "#server/context.ts";
import { toLiveLines } from "#server/modules/baskets/live-lines.ts";
import { isOrdered, type LiveLine } from "#server/modules/baskets/present-line.ts";
import {
  findTerms,
  forgetCodes,
  listLines,
  lockBasket,
  partIdsOf,
  removeParts,
} from "#server/modules/baskets/store.ts";
import { listBasketParts } from "#server/modules/catalog/list-basket-parts.ts";
import { readBuyingCompany } from "#server/modules/companies/read-buying-company.ts";
import { lockTerms } from "#server/modules/discounts/price-terms.ts";
import { type Proof, proveFit } from "#server/modules/fitment/prove-fit.ts";
import { lockStock } from "#server/modules/inventory/change-stock.ts";
import { countHolds, networksOf } from "#server/modules/inventory/count-holds.ts";
import { expireDue } from "#server/modules/inventory/reserve.ts";
import { readVersions } from "#server/modules/legal/store.ts";
import { findPlacedByKey } from "#server/modules/orders/checkout-orders.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { isUniqueViolation } from "#server/platform/database/database-errors.ts";
import { lockThenWrite } from "#server/platform/database/lock-then-write.ts";
import { pipeline, retryOnConflict } from "#server/platform/database/transaction.ts";
import type { Handler, SignedInCaller } from "#server/platform/http/handler.ts";
import { hashBody, keyReused } from "#server/platform/once/once.ts";
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

export function placeCheckout(context: Context): Handler<typeof checkoutOrderCalls.place> {
  const { db, clock, jobs } = context;
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
          found.earlier ? answerAgain(found.earlier, input) : storeOrRefuse(tx, input, found),
      ),
    ).catch((error) => {
      if (isUniqueViolation(error, "orders_request")) return undefined;
      throw error;
    });
    if (!placed) {
      const earlier = await findPlacedByKey(db, { userId: caller.person._id, key });
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
  { db }: Context,
  { person }: SignedInCaller,
  car: CarOfOrder,
): Promise<Proof[]> {
  const lines = await listLines(db, { userId: person._id });
  return proveFit(
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
async function lockAndRead(context: Context, tx: Queries, input: Input) {
  const { env } = context;
  const { caller, key, settings, now } = input;
  const { _id: userId } = caller.person;
  const owner = { userId };
  const networks = networksOf(caller.address);
  const holds = { ...settings.holds, factor: env.RESERVATION_FACTOR };
  const partIds = partIdsOf(owner);
  const [basketId, , earlier, stored, legal, buyer, basketLines, counts, parts] = await pipeline(
    lockBasket(tx, owner),
    lockStock(tx, partIds),
    // The same request may have been answered while this one waited for the basket.
    findPlacedByKey(tx, { userId, key }),
    findCheckout(tx, userId),
    readVersions(tx),
    findTerms(tx, owner),
    listLines(tx, owner),
    countHolds(tx, { userId, networks, partIds }, holds),
    listBasketParts(tx, partIds),
  );
  const isFreed = counts.duePieces > 0 && (await expireDue(tx, [...parts.keys()]));
  const present = isFreed ? await listBasketParts(tx, partIds) : parts;
  const lines = toLiveLines(basketLines, present);
  const terms = await lockTerms(tx, { ...buyer, userId }, { settings, now });
  return { basketId, networks, holds, earlier, stored, legal, lines, counts, terms };
}

function storeOrRefuse(
  tx: Queries,
  input: Input,
  { basketId, networks, holds, stored, legal, lines, counts, terms }: Found,
): Promise<Order> | Exclude<Placed, Order> {
  const { caller, key, hash, expectedCents, settings, now, proofs } = input;
  const { _id: userId, email } = caller.person;
  const { address, billTo, method, vatId, vatState, reference } = stored;
  if (!address) return noAddress;
  const vatCountry = billTo?.country;
  const place = { destination: address, method, vatId, vatCountry, vatState };
  const asked = { lines, settings, terms, ...place };
  const quote = quoteBasket(asked);
  const isNothingLeft = lines.length > 0 && !lines.some(isOrdered);
  if (isNothingLeft) return { stored, lines, terms, legal };
  const problem = quoteProblem(lines, quote);
  if (problem) return refuse("conflict", problem);
  const isOther =
    changedTitles(input.legal ?? legal, legal).length > 0 ||
    (input.fingerprint !== undefined && input.fingerprint !== fingerprintOf(stored, lines, quote));
  if (isOther || quote.priced.totalCents !== expectedCents) return { stored, lines, terms, legal };
  const ordered = lines.filter(isOrdered);
  const order = { userId, email, key, hash, now, networks, counts, quote, lines: ordered, proofs };
  const to = { holds, address, billTo, vatId, reference, legal };
  return storeOrder(tx, { ...order, ...to }, () => [
    removeParts(
      tx,
      basketId,
      ordered.map(({ part }) => part.id),
    ),
    ...(terms.codes.length > 0 ? [forgetCodes(tx, basketId)] : []),
    ...(reference === "" ? [] : [forgetReference(tx, userId)]),
  ]);
}

async function refuseChanged(
  context: Context,
  { caller, settings, expectedCents, legal: confirmed, fingerprint }: Input,
  { stored, lines, terms, legal }: Changed,
) {
  const { db } = context;
  const { _id: userId } = caller.person;
  const addresses = await listAddresses(db, userId);
  const known = { ...stored, addresses, ...(await readBuyingCompany(db, userId)), legal };
  const present = presentCheckout(known, lines, { settings, terms });
  const texts = changedTitles(confirmed ?? legal, legal);
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
