import { eq } from "drizzle-orm";
import type { LossResolution } from "#contract/losses.ts";
import { moneyBack } from "#contract/rules/account-credit.ts";
import { type Cents, formatCents } from "#contract/rules/money.ts";
import type { LetterWriter } from "#server/modules/letters/letter-writer.ts";
import { makeOrderAddress } from "#server/modules/orders/order-links.ts";
import { orderLines, orders } from "#server/modules/orders/tables.ts";
import { shipments } from "#server/modules/shipments/tables.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import type { Fact } from "#server/platform/mail/write-letter.ts";
import { readLossAmount } from "./store.ts";
import { losses, lossLines } from "./tables.ts";

type Options = { db: Queries; origin: string };

export function lossLetters({ db, origin }: Options): Record<string, LetterWriter> {
  return {
    "parcel-lost": async (to, id) => {
      if (!id) return undefined;
      const [found] = await db
        .select({ loss: losses, order: orders, parcel: shipments.parcel })
        .from(losses)
        .innerJoin(orders, eq(orders.id, losses.orderId))
        .innerJoin(shipments, eq(shipments.id, losses.shipmentId))
        .where(eq(losses.id, id));
      if (!found) return undefined;
      const { loss, order, parcel } = found;
      const lines = await db
        .select({ name: orderLines.name, quantity: lossLines.quantity })
        .from(lossLines)
        .innerJoin(orderLines, eq(orderLines.id, lossLines.orderLineId))
        .where(eq(lossLines.lossId, id))
        .orderBy(orderLines.position);
      return {
        kind: "parcel-lost",
        to: to.email,
        values: {
          number: `${order.number}`,
          parcel: `${parcel}`,
          outcome: toOutcome(loss.resolution, await readLossAmount(db, id), order),
        },
        facts: [
          ...lines.map(({ name, quantity }): Fact => ["Lost", `${quantity} × ${name}`]),
          ["Order", `${order.number}`],
        ],
        link: { label: "See your order", href: await makeOrderAddress(db, { origin, to }, order) },
      };
    },
  };
}

type Due = { dueOn: string | null };

function toOutcome(resolution: LossResolution, cents: Cents, order: Due): string {
  if (resolution === "replace") {
    return "We send you the same again. You get a letter as soon as it is on its way.";
  }
  if (cents === 0) return "They cost nothing, so no money goes back.";
  return `$${formatCents(cents)} ${moneyBack(order)}`;
}
