import type { Basket } from "#contract/baskets.ts";
import type { ChangeSinceOrder, orderAgainCalls } from "#contract/order-again.ts";
import type { Order, OrderLine } from "#contract/orders.ts";
import { refuse } from "#contract/refusals.ts";
import { type Cents, formatCents, toCents } from "#contract/rules/money.ts";
import { orderableQuantity } from "#contract/rules/quantity.ts";
import type { Context } from "#server/context.ts";
import { addParts } from "#server/modules/baskets/add-parts.ts";
import { findOrCreateOwner } from "#server/modules/baskets/find-owner.ts";
import { listBasketParts, type ShownPart } from "#server/modules/catalog/list-basket-parts.ts";
import {
  findLinkedOrderToRepeat,
  findOrderToRepeat,
  type OrderToRepeat,
} from "#server/modules/orders/checkout-orders.ts";
import { deadLink, noSuchOrder } from "#server/modules/orders/refusals.ts";
import type { Caller } from "#server/platform/http/caller.ts";
import type { Handler } from "#server/platform/http/handler.ts";

const nothingLeft = refuse("conflict", "Nothing of this order can be ordered any more.");

type Parts = ReadonlyMap<string, ShownPart>;
type Wanted = { part: ShownPart; quantity: number };
type Replacements = ShownPart["replacedBy"];

export function orderAgain(context: Context): Handler<typeof orderAgainCalls.again> {
  const { db } = context;
  return async ({ params }, caller) => {
    const found = await findOrderToRepeat(db, params.id, caller.person._id);
    return found ? fillBasket(context, caller, found) : noSuchOrder;
  };
}

export function orderAgainByLink(context: Context): Handler<typeof orderAgainCalls.againByLink> {
  const { db } = context;
  return async ({ body: { token } }, caller) => {
    const found = await findLinkedOrderToRepeat(db, token);
    return found ? fillBasket(context, caller, found) : deadLink;
  };
}

async function fillBasket(
  context: Context,
  caller: Caller,
  { order, isWithoutTax }: OrderToRepeat,
) {
  const { db } = context;
  const ordered = await listBasketParts(db, listParts(order));
  const successors = [...ordered.values()].flatMap(({ replacedBy }) =>
    replacedBy.map(({ _id }) => _id),
  );
  const parts = new Map([...ordered, ...(await listBasketParts(db, successors))]);
  const lines = order.lines.filter(({ kind }) => kind === "part");
  const matches = lines.map((line) => findParts(line, parts));
  const wanted = sumByPart(matches.flatMap((match) => match.wanted));
  if (wanted.length === 0) return nothingLeft;
  const owner = await findOrCreateOwner(context, caller);
  const filled = await addParts(context, owner, wanted);
  if (!("lines" in filled)) return filled;
  const whys = new Map(wanted.map(({ part, why }) => [part.id, why]));
  // Prices without tax differ from those of a basket, though nothing has changed.
  const prices = isWithoutTax ? new Map() : readPrices(filled);
  return { basket: filled, changes: matches.flatMap((match) => describe(match, whys, prices)) };
}

const listParts = ({ lines }: Order) => lines.flatMap(({ part }) => part ?? []);

/** Several lines may lead to one part. */
function sumByPart(wanted: readonly Wanted[]) {
  const byPart = Map.groupBy(wanted, ({ part }) => part.id);
  return [...byPart.values()].flatMap((same) => {
    const sum = same.reduce((pieces, { quantity }) => pieces + quantity, 0);
    return same.slice(0, 1).map(({ part }) => {
      const { quantity, why } = orderableQuantity(sum, part);
      return { part, quantity: quantity || sum, why };
    });
  });
}

const readPrices = ({ lines }: Basket) =>
  new Map(
    lines.filter(({ quantity }) => quantity > 0).map(({ _id, price }) => [_id, toCents(price)]),
  );

type Match = {
  line: OrderLine;
  shown: { number: string; name: string };
  wanted: readonly Wanted[];
  says: readonly string[];
  /** What to choose from if nothing is left. */
  choice: string;
};

function findParts(line: OrderLine, parts: Parts): Match {
  const before = parts.get(line.part ?? "");
  const match = { line, shown: before ?? line, choice: "" };
  const isLeft = before?.isForSale && orderableQuantity(line.quantity, before).quantity > 0;
  const replacedBy = before && !isLeft ? before.replacedBy : [];
  const together = findReplacement(replacedBy, parts);
  if (before && together) {
    const wanted = together.map(({ part, quantity }) => ({
      part,
      quantity: line.quantity * quantity,
    }));
    const numbers = together.map(({ part }) => part.number).join(" and ");
    return { ...match, wanted, says: [`Replaced by ${numbers}.`] };
  }
  const choice = replacedBy.length > 0 ? ` Choose what replaces it: ${nameWays(replacedBy)}.` : "";
  if (before?.isForSale)
    return { ...match, wanted: [{ part: before, quantity: line.quantity }], says: [], choice };
  const says = before?.inKitsOnly ? "It is sold in kits only now." : "It is no longer sold.";
  return { ...match, wanted: [], says: [`${says}${choice}`] };
}

function describe(
  { line, shown, wanted, says, choice }: Match,
  whys: ReadonlyMap<string, string | undefined>,
  prices: ReadonlyMap<string, Cents>,
): ChangeSinceOrder[] {
  const ids = wanted.map(({ part }) => part.id);
  const reasons = [
    ...says,
    ...(ids.length === 1 ? ids.flatMap((id) => priceChange(line, prices.get(id))) : []),
    ...ids.flatMap((id) => whys.get(id) ?? []).map((why) => `${why}${choice}`),
  ];
  const { number, name } = shown;
  return reasons.length > 0 ? [{ number, name, says: reasons.join(" ") }] : [];
}

function priceChange({ price }: OrderLine, nowCents: Cents | undefined): string[] {
  if (nowCents === undefined || toCents(price) === nowCents) return [];
  return [`Costs $${formatCents(nowCents)} now, was $${formatCents(toCents(price))}.`];
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
