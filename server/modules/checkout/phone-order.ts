import { createHash } from "node:crypto";
import type { Order } from "#contract/orders.ts";
import { type NewPhoneOrder, phoneOrderCalls } from "#contract/phone-orders.ts";
import { type FieldMessages, Refusal, refuse } from "#contract/refusals.ts";
import { deliveryCountries, presetCountry } from "#contract/rules/delivery-countries.ts";
import { formatCents, toCents } from "#contract/rules/money.ts";
import type { Settings } from "#contract/settings.ts";
import type { Context } from "#server/context.ts";
import { toLiveLines } from "#server/modules/baskets/live-lines.ts";
import { isOrdered, type LiveLine } from "#server/modules/baskets/present-line.ts";
import { listBasketParts, type ShownPart } from "#server/modules/catalog/list-basket-parts.ts";
import { findByEmail, findOrAddByEmail } from "#server/modules/customers/find-by-email.ts";
import { lockTerms, readTerms } from "#server/modules/discounts/price-terms.ts";
import type { AccountEndings } from "#server/modules/identity/account-endings.ts";
import { endUnverified } from "#server/modules/identity/sign-in-code/claim-unverified.ts";
import { lockStock } from "#server/modules/inventory/change-stock.ts";
import { countHolds, networksOf } from "#server/modules/inventory/count-holds.ts";
import { expireDue } from "#server/modules/inventory/reserve.ts";
import { findPlacedByKey, readOrder } from "#server/modules/orders/checkout-orders.ts";
import { storeNote } from "#server/modules/orders/note-store.ts";
import {
  type Audited,
  nothingToAudit,
  recordAction,
} from "#server/platform/audit/record-action.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { inTransaction, pipeline, retryOnConflict } from "#server/platform/database/transaction.ts";
import type { Handlers, SignedInCaller } from "#server/platform/http/handler.ts";
import { RefusalError } from "#server/platform/http/refusal-error.ts";
import { keyedRequest, keyReused, once } from "#server/platform/once/once.ts";
import { presentQuote, quoteBasket, quoteProblem } from "./quote-basket.ts";
import { listAddresses } from "./store.ts";
import { storeOrder } from "./store-order.ts";

type Wanted = NewPhoneOrder["lines"];
type Placed = Audited<Order> | Refusal<"invalid" | "conflict" | "key-reused">;
type Stored = Audited<{ id: string }> | Refusal<"invalid" | "conflict" | "key-reused">;

export function phoneOrderHandlers(
  context: Context,
  endings: AccountEndings,
): Handlers<typeof phoneOrderCalls> {
  const { db, clock } = context;
  return {
    quote: async ({ body }) => {
      const { email, lines: wanted, method, country, region, postcode } = body;
      const settings = await context.settings();
      const customer = email ? await findByEmail(db, email) : undefined;
      const known = customer ? await listAddresses(db, customer.id) : [];
      const { id: userId, group = null, companyGroup = null } = customer ?? {};
      const buyer = { codes: [], group, companyGroup, userId };
      const terms = await readTerms(db, buyer, { settings, now: clock.now() });
      const parts = await listBasketParts(
        db,
        wanted.map(({ part }) => part),
      );
      const { lines } = toLines(wanted, parts);
      const { zones, methods } = settings.delivery;
      const countries = deliveryCountries(zones, methods);
      const quoted = country ?? presetCountry(countries, settings.company.country);
      const destination = { country: quoted, region, postcode };
      const quote = quoteBasket({
        lines,
        settings,
        destination,
        method,
        terms,
        vatId: "",
      });
      return {
        reply: {
          customer: customer
            ? { _id: customer.id, name: customer.name, address: known[0]?.address ?? null }
            : null,
          countries: [...countries],
          country: quoted,
          quote: presentQuote(lines, quote),
        },
        noted: nothingToAudit,
      };
    },
    place: async ({ body }, caller) => {
      const settings = await context.settings();
      const hash = hashOf(body);
      const input = { caller, body, settings, hash, now: clock.now(), endings };
      const placed = await retryOnConflict(() => place(context, input));
      if (!(placed instanceof Refusal)) context.jobs.wake();
      return placed;
    },
  };
}

type Input = {
  caller: SignedInCaller;
  body: NewPhoneOrder;
  hash: Buffer;
  settings: Settings;
  now: Date;
  endings: AccountEndings;
};

function place(context: Context, input: Input): Promise<Placed> {
  const { body, caller } = input;
  const by = { who: caller.person._id, index: "orders_request" };
  const request = keyedRequest(phoneOrderCalls.place, { body }, by);
  return inTransaction(context.db, async (tx) => {
    const done = await once(tx, request, async () => {
      const found = await lockAndRead(context, tx, input);
      const stored = await storeOrRefuse(tx, input, found);
      // Thrown, so that the account is not added either.
      if (stored instanceof Refusal) throw new RefusalError(stored);
      return stored;
    });
    if (done instanceof Refusal) return done;
    const reply = await readOrder(tx, done.reply.id);
    return { reply, noted: done.noted };
  });
}

type Found = Awaited<ReturnType<typeof lockAndRead>>;

async function lockAndRead(
  { env }: Context,
  tx: Queries,
  { caller, body, settings, now, endings }: Input,
) {
  const { email, key, address } = body;
  const customer = await findOrAddByEmail(tx, { email, name: address.name });
  const { id: userId, group, companyGroup } = customer;
  // Whoever opened it never proved the e-mail: the order is for who does, and nobody else's to see.
  if (customer.isDoubtful) await endUnverified(tx, userId, endings);
  const partIds = [...new Set(body.lines.map(({ part }) => part))];
  const networks = networksOf(caller.address);
  const holds = { ...settings.holds, factor: env.RESERVATION_FACTOR };
  const [, earlier, counts, parts] = await pipeline(
    lockStock(tx, partIds),
    findPlacedByKey(tx, { userId, key }),
    countHolds(tx, { userId, networks, partIds }, holds),
    listBasketParts(tx, partIds),
  );
  const isFreed = counts.duePieces > 0 && (await expireDue(tx, partIds));
  const present = isFreed ? await listBasketParts(tx, partIds) : parts;
  const buyer = { codes: [], group, companyGroup, userId };
  const terms = await lockTerms(tx, buyer, { settings, now });
  return { customer, earlier, counts, holds, networks, parts: present, terms };
}

async function storeOrRefuse(
  tx: Queries,
  { caller, body, hash, settings, now }: Input,
  { customer, earlier, counts, holds, networks, parts, terms }: Found,
): Promise<Stored> {
  // By a request whose answer is no longer kept.
  if (earlier) {
    const { _id: id } = earlier.order;
    return hash.equals(earlier.hash) ? { reply: { id }, noted: nothingToAudit } : keyReused;
  }
  const { email, key, address, method, reference, note } = body;
  const { lines, problems } = toLines(body.lines, parts);
  const [first] = Object.values(problems);
  if (first !== undefined) return refuse("conflict", first, problems);
  const asked = { lines, settings, destination: address, method, vatId: "", terms };
  const quote = quoteBasket(asked);
  const problem = quoteProblem(lines, quote);
  if (problem) return refuse("conflict", problem);
  const { totalCents } = quote.priced;
  if (totalCents !== toCents(body.expectedTotal)) {
    const message = `The total is $${formatCents(totalCents)} now. Please look again.`;
    return refuse("conflict", message, { expectedTotal: message });
  }
  const byUser = caller.person._id;
  const ordered = { userId: customer.id, email, key, hash, now, networks, counts, lines, quote };
  const placed = { holds, placedBy: byUser, proofs: [] };
  let noted = nothingToAudit;
  const { _id: id } = await storeOrder(
    tx,
    { ...ordered, ...placed, address, vatId: "", reference },
    (about) => [
      recordAction(tx, caller, { action: "place-order", about }).then((proof) => {
        noted = proof;
      }),
      ...(note === ""
        ? []
        : [
            storeNote(tx, {
              orderId: about,
              kind: "note",
              byUser,
              text: note,
            }),
          ]),
    ],
  );
  return { reply: { id }, noted };
}

function toLines(
  wanted: Wanted,
  parts: ReadonlyMap<string, ShownPart>,
): { lines: LiveLine[]; problems: FieldMessages } {
  const problems: FieldMessages = {};
  const seen = new Set<string>();
  const stored = wanted.flatMap(({ part: partId, quantity }, at) => {
    const part = parts.get(partId);
    if (!part) problems[`lines.${at}.part`] = "There is no such part any more.";
    if (seen.has(partId)) problems[`lines.${at}.part`] = "This part is in the order twice.";
    if (!part || seen.has(partId)) return [];
    seen.add(partId);
    return { partId, quantity, saved: false, seenCents: part.priceCents };
  });
  const lines = toLiveLines(stored, parts);
  for (const { part, why } of lines) {
    const at = wanted.findIndex((line) => line.part === part.id);
    if (why !== undefined) problems[`lines.${at}.quantity`] = `${part.number}: ${why}`;
  }
  return { lines: lines.filter((line) => isOrdered(line) || line.why !== undefined), problems };
}

function hashOf({ key: _, ...order }: NewPhoneOrder): Buffer {
  return createHash("sha256")
    .update(`phone ${JSON.stringify(order)}`)
    .digest();
}
