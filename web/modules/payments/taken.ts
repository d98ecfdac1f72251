// Which payment of an order the card provider has taken, kept in this browser until the shop knows
// of it: neither after a reload nor in another tab is anybody asked to pay again.
import type { Order } from "#contract/orders.ts";
import { dropDraft, keepDraft, readDraft } from "#web/app/drafts.ts";

const nameOf = ({ _id }: Order) => `payment:${_id}`;

export function rememberTaken(order: Order, transactionId: string): void {
  keepDraft(nameOf(order), order.email, { transactionId }, "all tabs");
}

export function takenOf(order: Order): string | undefined {
  return readDraft(nameOf(order), order.email, "all tabs").transactionId;
}

export function forgetTaken(order: Order): void {
  dropDraft(nameOf(order), "all tabs");
}
