import type { CheckoutAddress } from "#contract/checkout-address.ts";
import type { Order } from "#contract/orders.ts";
import { formatAddress } from "#contract/rules/format-address.ts";
import type { LegalVersions } from "#contract/rules/legal-versions.ts";
import type { Quote } from "#contract/rules/quote-order.ts";
import type { HoldSettings } from "#contract/settings.ts";
import type { LiveLine } from "#server/modules/baskets/present-line.ts";
import { storeUses } from "#server/modules/discounts/store.ts";
import { type Proof, storeProofs } from "#server/modules/fitment/prove-fit.ts";
import { chooseHold, type HoldCounts } from "#server/modules/inventory/choose-hold.ts";
import type { Networks } from "#server/modules/inventory/count-holds.ts";
import { storeReservations } from "#server/modules/inventory/reserve.ts";
import { addOrderLetter } from "#server/modules/letters/queue-letter.ts";
import { prepareOrder, storePreparedOrder } from "#server/modules/orders/checkout-orders.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { pipeline } from "#server/platform/database/transaction.ts";

export type OrderToStore = {
  userId: string;
  email: string;
  key: string;
  hash: Buffer;
  now: Date;
  networks: Networks;
  holds: HoldSettings & { factor: number };
  counts: HoldCounts;
  lines: readonly LiveLine[];
  quote: Quote;
  address: CheckoutAddress;
  billTo?: CheckoutAddress | null;
  vatId: string;
  reference: string;
  /** The admin who placed it in the customer's name. */
  placedBy?: string;
  proofs: readonly Proof[];
  legal?: LegalVersions;
};

/** With all that belongs to it, in one round trip. The caller has locked the stock. */
export function storeOrder(
  tx: Queries,
  { lines, counts, networks, proofs, ...given }: OrderToStore,
  further: (orderId: string) => Promise<unknown>[],
): Promise<Order> {
  const { userId, email, address, quote, now, holds } = given;
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const holdUntil = chooseHold(counts, pieces, { ...holds, now });
  const order = prepareOrder({
    ...given,
    holdUntil,
    name: address.name,
    phone: address.phone,
    addressText: formatAddress(address),
    parts: lines.map(({ part }) => part),
  });
  const { id } = order;
  const reserved = { orderId: id, userId, networks, lines: reservationLines(order.lines) };
  const used = quote.priced.outcomes.filter(({ cents }) => cents > 0);
  return pipeline(
    storePreparedOrder(tx, order),
    ...(holdUntil
      ? [storeReservations(tx, reserved, { state: "held", expiresAt: holdUntil })]
      : []),
    storeUses(
      tx,
      used.map(({ discount }) => discount),
      { orderId: id, userId },
    ),
    addOrderLetter(tx, "order-placed", { id, email }),
    storeProofs(tx, reserved.lines, proofs),
    ...further(id),
  ).then(([placed]) => placed);
}

function reservationLines(
  lines: readonly { id: string; partId?: string | null | undefined; quantity: number }[],
) {
  return lines.flatMap(({ id, partId, quantity }) =>
    partId ? [{ orderLineId: id, partId, quantity }] : [],
  );
}
