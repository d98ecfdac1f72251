import { eq } from "drizzle-orm";
import { formatCents } from "#contract/rules/money.ts";
import { referenceFacts } from "#server/modules/letters/break-links.ts";
import type { LetterWriter } from "#server/modules/letters/letter-writer.ts";
import { makeOrderAddress } from "#server/modules/orders/order-links.ts";
import { orders } from "#server/modules/orders/tables.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { documents } from "./tables.ts";

type Options = { db: Queries; origin: string };

/** With the link to the order, where the PDF is: a mailbox that is not proven gets no address. */
export function invoiceLetters({ db, origin }: Options): Record<string, LetterWriter> {
  return {
    invoice: async (to, id) => {
      if (!id) return undefined;
      const [found] = await db
        .select({ document: documents, order: orders })
        .from(documents)
        .innerJoin(orders, eq(orders.id, documents.orderId))
        .where(eq(documents.id, id));
      if (!found) return undefined;
      const { document, order } = found;
      const { number, replaces, corrects } = document.data;
      return {
        ...{ kind: "invoice", to: to.email },
        values: {
          ...{ invoice: number, number: `${order.number}` },
          what:
            replaces && !corrects
              ? `this is your corrected invoice. It takes the place of ${replaces}.`
              : "thank you for your payment. Here is the invoice.",
        },
        facts: [
          ["Invoice", number],
          ["Date", document.issuedOn],
          ["Total", `$${formatCents(document.totalCents)}`],
          ["Order", `${order.number}`],
          ...referenceFacts(to, order),
        ],
        link: {
          label: "See the order and its invoice",
          href: await makeOrderAddress(db, { origin, to }, order),
        },
      };
    },
  };
}
