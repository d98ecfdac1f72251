import { eq } from "drizzle-orm";
import { moneyBack } from "#contract/rules/account-credit.ts";
import { formatCents } from "#contract/rules/money.ts";
import type { LetterWriter } from "#server/modules/letters/letter-writer.ts";
import { makeOrderAddress } from "#server/modules/orders/order-links.ts";
import { orderLines, orders } from "#server/modules/orders/tables.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import type { Fact } from "#server/platform/mail/write-letter.ts";
import { refundLines, refunds } from "./tables.ts";

type Options = { db: Queries; origin: string };

export function refundLetters({ db, origin }: Options): Record<string, LetterWriter> {
  return {
    "pieces-cancelled": async (to, id) => {
      if (!id) return undefined;
      const [found] = await db
        .select({ refund: refunds, order: orders })
        .from(refunds)
        .innerJoin(orders, eq(orders.id, refunds.orderId))
        .where(eq(refunds.id, id));
      if (!found) return undefined;
      const { refund, order } = found;
      const lines = await db
        .select({
          kind: orderLines.kind,
          name: orderLines.name,
          quantity: refundLines.quantity,
          cents: refundLines.amountCents,
        })
        .from(refundLines)
        .innerJoin(orderLines, eq(orderLines.id, refundLines.orderLineId))
        .where(eq(refundLines.refundId, id))
        .orderBy(orderLines.position);
      return {
        kind: "pieces-cancelled",
        to: to.email,
        values: {
          number: `${order.number}`,
          amount: `$${formatCents(refund.amountCents)}`,
          where: moneyBack(order),
        },
        facts: [
          ...lines.map(
            ({ kind, name, quantity, cents }): Fact => [
              kind === "part" ? `${quantity} × ${name}` : name,
              `$${formatCents(cents)}`,
            ],
          ),
          ["Order", `${order.number}`],
        ],
        link: {
          label: "See your order",
          href: await makeOrderAddress(db, { origin, to }, order),
        },
      };
    },
  };
}
