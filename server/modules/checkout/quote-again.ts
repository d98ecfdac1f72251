import type { Cents } from "#contract/rules/money.ts";
import type { Context } from "#server/context.ts";
import { toLiveLines } from "#server/modules/baskets/live-lines.ts";
import { findTerms } from "#server/modules/baskets/store.ts";
import { listBasketParts } from "#server/modules/catalog/list-basket-parts.ts";
import { readTerms } from "#server/modules/discounts/price-terms.ts";
import type { LockedOrder } from "#server/modules/orders/move-order.ts";

import { quoteBasket } from "./quote-basket.ts";
import { findCheckout } from "./store.ts";

/** The total of the same parts, ordered now and without codes. */
export async function quoteAgain(
  { db, clock, settings: readSettings }: Pick<Context, "db" | "clock" | "settings">,
  { userId, lines: ordered, shipTo, billTo, vatId, delivery }: LockedOrder,
): Promise<Cents> {
  const settings = await readSettings();
  const stored = ordered.flatMap(({ partId, quantity, unitCents: seenCents }) =>
    partId ? [{ partId, quantity, seenCents, saved: false }] : [],
  );
  const parts = await listBasketParts(
    db,
    stored.map(({ partId }) => partId),
  );
  const checkout = userId ? await findCheckout(db, userId) : undefined;
  const groups = userId ? await findTerms(db, { userId }) : noGroups;
  const buyer = { ...groups, codes: [], userId: userId ?? undefined };
  const { priced } = quoteBasket({
    lines: toLiveLines(stored, parts),
    settings,
    destination: shipTo ?? { country: settings.company.country },
    method: delivery.method ?? null,
    vatId,
    vatCountry: billTo?.country,
    vatState: checkout?.vatId === vatId ? checkout.vatState : null,
    terms: await readTerms(db, buyer, { settings, now: clock.now() }),
  });
  return priced.totalCents;
}

const noGroups = { group: null, companyGroup: null };
