import type { CheckoutAddress } from "#contract/checkout-address.ts";
import type { Order } from "#contract/orders.ts";
import { formatAddress } from "#contract/rules/format-address.ts";
import type { LegalVersions } from "#contract/rules/legal-versions.ts";
import type { Quote } from "#contract/rules/quote-order.ts";
import type { HoldSettings } from "#contract/settings.ts";
import type { LiveLine } from "#server/modules/baskets/present-line.ts";
import type { Proof } from "#server/modules/fitment/prove-fit.ts";
import type { HoldCounts } from "#server/modules/inventory/choose-hold.ts";
import type { Networks } from "#server/modules/inventory/count-holds.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { pipeline } from "#server/platform/database/transaction.ts";
import type { CheckoutContext } from "./context.ts";

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
  context: CheckoutContext,
  tx: Queries,
  { lines, counts, networks, proofs, ...given }: OrderToStore,
  further: (orderId: string) => Promise<unknown>[],
): Promise<Order> {
  const { checkoutOrders, discounts, fitment, inventory, letters } = context;
  const { userId, email, address, quote, now, holds } = given;
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const holdUntil = inventory.chooseHold(counts, pieces, { ...holds, now });
  const order = checkoutOrders.prepare({
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
    checkoutOrders.store(tx, order),
    ...(holdUntil
      ? [inventory.storeReservations(tx, reserved, { state: "held", expiresAt: holdUntil })]
      : []),
    discounts.storeUses(
      tx,
      used.map(({ discount }) => discount),
      { orderId: id, userId },
    ),
    letters.addOrderLetter(tx, "order-placed", { id, email }),
    fitment.storeProofs(tx, reserved.lines, proofs),
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
