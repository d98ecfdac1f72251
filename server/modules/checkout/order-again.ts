import type { ChangeSinceOrder, orderAgainCalls } from "#contract/order-again.ts";
import type { Order, OrderLine } from "#contract/orders.ts";
import { refuse } from "#contract/refusals.ts";
import { formatCents, toCents } from "#contract/rules/money.ts";
import { orderableQuantity } from "#contract/rules/quantity.ts";
import type { ShownPart } from "#server/modules/catalog/list-basket-parts.ts";
import { deadLink, noSuchOrder } from "#server/modules/orders/refusals.ts";
import type { Caller } from "#server/platform/http/caller.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import type { CheckoutContext } from "./context.ts";

const nothingLeft = refuse("conflict", "Nothing of this order can be ordered any more.");

type Parts = ReadonlyMap<string, ShownPart>;
type Wanted = { part: ShownPart; quantity: number };
type Replacements = ShownPart["replacedBy"];

export function orderAgain(context: CheckoutContext): Handler<typeof orderAgainCalls.again> {
  const { db, checkoutOrders } = context;
  return async ({ params }, caller) => {
    const order = await checkoutOrders.find(db, params.id, caller.person._id);
    return order ? fillBasket(context, caller, order) : noSuchOrder;
  };
}

export function orderAgainByLink(
  context: CheckoutContext,
): Handler<typeof orderAgainCalls.againByLink> {
  const { db, checkoutOrders } = context;
  return async ({ body: { token } }, caller) => {
    const order = await checkoutOrders.findByLink(db, token);
    return order ? fillBasket(context, caller, order) : deadLink;
  };
}

async function fillBasket(context: CheckoutContext, caller: Caller, order: Order) {
  const { db, baskets, basketParts } = context;
  const ordered = await basketParts(db, listParts(order));
  const successors = [...ordered.values()].flatMap(({ replacedBy }) =>
    replacedBy.map(({ _id }) => _id),
  );
  const parts = new Map([...ordered, ...(await basketParts(db, successors))]);
  const lines = order.lines.filter(({ kind }) => kind === "part");
  const compared = lines.map((line) => compare(line, parts));
  const wanted = compared.flatMap((each) => each.wanted ?? []);
  if (wanted.length === 0) return nothingLeft;
  const owner = await baskets.findOrCreateOwner(context, caller);
  const filled = await baskets.addParts(context, owner, wanted);
  if (!("lines" in filled)) return filled;
  return { basket: filled, changes: compared.flatMap(({ change }) => change ?? []) };
}

const listParts = ({ lines }: Order) => lines.flatMap(({ part }) => part ?? []);

type Compared = { wanted?: Wanted[]; change?: ChangeSinceOrder };

function compare(line: OrderLine, parts: Parts): Compared {
  const before = parts.get(line.part ?? "");
  const { number, name } = before ?? line;
  const changed = (...reasons: string[]) =>
    reasons.length > 0 ? { change: { number, name, says: reasons.join(" ") } } : {};
  const isLeft = before?.isForSale && orderableQuantity(line.quantity, before).quantity > 0;
  const replacedBy = before && !isLeft ? before.replacedBy : [];
  const together = findReplacement(replacedBy, parts);
  if (before && together) {
    const wanted = together.map(({ part, quantity }) => ({
      part,
      ...orderableQuantity(line.quantity * quantity, part),
    }));
    const numbers = together.map(({ part }) => part.number).join(" and ");
    return {
      wanted: wanted.map(({ part, quantity }, at) => ({
        part,
        quantity: quantity || line.quantity * (together[at]?.quantity ?? 1),
      })),
      ...changed(
        `Replaced by ${numbers}.`,
        ...wanted.flatMap(({ part }) => (together.length === 1 ? priceChange(line, part) : [])),
        ...wanted.flatMap(({ why }) => why ?? []),
      ),
    };
  }
  const choice = replacedBy.length > 0 ? ` Choose what replaces it: ${nameWays(replacedBy)}.` : "";
  if (!before?.isForSale) {
    const says = before?.inKitsOnly ? "It is sold in kits only now." : "It is no longer sold.";
    return changed(`${says}${choice}`);
  }
  const { quantity, why } = orderableQuantity(line.quantity, before);
  return {
    wanted: [{ part: before, quantity: quantity || line.quantity }],
    ...changed(...priceChange(line, before), ...(why === undefined ? [] : [`${why}${choice}`])),
  };
}

function priceChange({ price }: OrderLine, { priceCents }: ShownPart): string[] {
  if (toCents(price) === priceCents) return [];
  return [`Costs $${formatCents(priceCents)} now, was $${formatCents(toCents(price))}.`];
}

/** The only way, whatever the car. */
function findReplacement(replacedBy: Replacements, parts: Parts) {
  const [way, ...others] = waysOf(replacedBy);
  const together = way?.flatMap(({ _id, quantity, terms }) => {
    const part = parts.get(_id);
    return part?.isForSale && terms.length === 0 ? [{ part, quantity }] : [];
  });
  return others.length === 0 && together?.length === way?.length ? together : undefined;
}

const waysOf = (replacedBy: Replacements) => [
  ...Map.groupBy(replacedBy, ({ choice }) => choice).values(),
];

const nameWays = (replacedBy: Replacements) =>
  waysOf(replacedBy)
    .map((way) =>
      way
        .map(({ number, only }) => (only === "" ? number : `${number} (only for cars: ${only})`))
        .join(" and "),
    )
    .join(", or ");
