import { type Refusal, refuseWithPresent } from "#contract/refusals.ts";
import { formatCents, toDollars } from "#contract/rules/money.ts";
import type { Context } from "#server/context.ts";
import { quoteAgain } from "#server/modules/checkout/quote-again.ts";
import type { LockedOrder } from "#server/modules/orders/move-order.ts";
import type { AppliedDiscount } from "#server/modules/orders/tables.ts";

/** Thrown, so that nothing is reserved. */
export class DiscountsSpent extends Error {
  readonly order: LockedOrder;
  readonly spent: readonly AppliedDiscount[];

  constructor(order: LockedOrder, spent: readonly AppliedDiscount[]) {
    super("Discounts of the order are used up");
    this.order = order;
    this.spent = spent;
  }
}

/** The amounts of an order never change, so the customer orders once more at the new total. */
export async function refuseSpent(
  context: Pick<Context, "db" | "clock" | "settings">,
  { order, spent }: DiscountsSpent,
): Promise<Refusal<"conflict">> {
  const total = await quoteAgain(context, order);
  const discounts = spent.map(({ code, label }) => code ?? label);
  const [one] = discounts;
  const what =
    discounts.length === 1
      ? `discount ${one} has been`
      : `discounts ${discounts.join(" and ")} have been`;
  return refuseWithPresent(
    "conflict",
    `The ${what} used up since you ordered. Nothing was charged. Without discount codes the total is $${formatCents(total)} now. To order at this total, choose "Order again" on the page of this order.`,
    { total: toDollars(total), discounts },
  );
}
