import type { ChangeSinceOrder, orderAgainCalls } from "#contract/order-again.ts";
import type { Order, OrderLine } from "#contract/orders.ts";
import { refuse } from "#contract/refusals.ts";
import { formatCents, toCents } from "#contract/rules/money.ts";
import { orderableQuantity } from "#contract/rules/quantity.ts";
import type { ShownPart } from "#server/modules/catalog/list-basket-parts.ts";
import { noSuchOrder } from "#server/modules/orders/refusals.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import type { CheckoutContext } from "./context.ts";

const nothingLeft = refuse("conflict", "Nothing of this order can be ordered any more.");

type Parts = ReadonlyMap<string, ShownPart>;
type Wanted = { part: ShownPart; quantity: number };

export function orderAgain(context: CheckoutContext): Handler<typeof orderAgainCalls.again> {
  const { db, baskets, basketParts, checkoutOrders } = context;
  return async ({ params }, caller) => {
    const userId = caller.person._id;
    const order = await checkoutOrders.find(db, params.id, userId);
    if (!order) return noSuchOrder;
    const ordered = await basketParts(db, listParts(order));
    const successors = [...ordered.values()].flatMap(({ isSold, replacedBy }) =>
      isSold ? [] : replacedBy.map(({ _id }) => _id),
    );
    const parts = new Map([...ordered, ...(await basketParts(db, successors))]);
    const lines = order.lines.filter(({ kind }) => kind === "part");
    const compared = lines.map((line) => compare(line, parts));
    const wanted = compared.flatMap((each) => each.wanted ?? []);
    if (wanted.length === 0) return nothingLeft;
    await baskets.findOwner(context, caller);
    const filled = await baskets.addParts(context, { userId }, wanted);
    if (!("lines" in filled)) return filled;
    return { basket: filled, changes: compared.flatMap(({ change }) => change ?? []) };
  };
}

const listParts = ({ lines }: Order) => lines.flatMap(({ part }) => part ?? []);

/** A part that is no longer sold is replaced where it is clear by what. */
function compare(line: OrderLine, parts: Parts): { wanted?: Wanted; change?: ChangeSinceOrder } {
  const before = parts.get(line.part ?? "");
  const { number, name } = before ?? line;
  const changed = (...reasons: string[]) =>
    reasons.length > 0 ? { change: { number, name, says: reasons.join(" ") } } : {};
  const [successor, ...others] = before && !before.isSold ? before.replacedBy : [];
  const replacement = others.length === 0 ? parts.get(successor?._id ?? "") : undefined;
  const part = before?.isSold ? before : replacement;
  if (!part?.isSold) return changed("It is no longer sold.");
  const { quantity, why } = orderableQuantity(line.quantity, part);
  const reasons = [
    ...(part === before ? [] : [`Replaced by ${part.number}.`]),
    ...(toCents(line.price) === part.priceCents
      ? []
      : [`Costs $${formatCents(part.priceCents)} now, was $${formatCents(toCents(line.price))}.`]),
    ...(why === undefined ? [] : [why]),
  ];
  return { wanted: { part, quantity: quantity || line.quantity }, ...changed(...reasons) };
}
