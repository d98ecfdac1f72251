import type { Cents } from "#contract/rules/money.ts";
import type { LockedOrder } from "#server/modules/orders/move-order.ts";
import type { CheckoutContext } from "./context.ts";
import { quoteBasket } from "./quote-basket.ts";
import { findCheckout } from "./store.ts";

export type QuoteContext = Pick<
  CheckoutContext,
  "db" | "baskets" | "basketParts" | "clock" | "discounts" | "quoteOrder" | "settings"
>;

/** The total of the same parts, ordered now and without codes. */
export async function quoteAgain(
  context: QuoteContext,
  { userId, lines: ordered, shipTo, billTo, vatId, delivery }: LockedOrder,
): Promise<Cents> {
  const { db, baskets, basketParts, clock, discounts } = context;
  const settings = await context.settings();
  const stored = ordered.flatMap(({ partId, quantity, unitCents: seenCents }) =>
    partId ? [{ partId, quantity, seenCents, saved: false }] : [],
  );
  const parts = await basketParts(
    db,
    stored.map(({ partId }) => partId),
  );
  const checkout = userId ? await findCheckout(db, userId) : undefined;
  const groups = userId ? await baskets.findTerms(db, { userId }) : noGroups;
  const buyer = { ...groups, codes: [], userId: userId ?? undefined };
  const { priced } = quoteBasket(context, {
    lines: baskets.toLiveLines(stored, parts),
    settings,
    destination: shipTo ?? { country: settings.company.country },
    method: delivery.method ?? null,
    vatId,
    vatCountry: billTo?.country,
    vatState: checkout?.vatId === vatId ? checkout.vatState : null,
    terms: await discounts.readTerms(db, buyer, { settings, now: clock.now() }),
  });
  return priced.totalCents;
}

const noGroups = { group: null, companyGroup: null };
