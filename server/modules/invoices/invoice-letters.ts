import { eq } from "drizzle-orm";
import { describeBankAccount } from "#contract/rules/bank-account.ts";
import { formatCents } from "#contract/rules/money.ts";
import { referenceFacts } from "#server/modules/letters/break-links.ts";
import type { LetterWriter } from "#server/modules/letters/letter-writer.ts";
import type { Recipient } from "#server/modules/letters/mailbox-limit.ts";
import { makeOrderAddress } from "#server/modules/orders/order-links.ts";
import { orders } from "#server/modules/orders/tables.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import type { Fact } from "#server/platform/mail/write-letter.ts";
import type { DocumentRow } from "./store.ts";
import { documents } from "./tables.ts";

type Options = {
  db: Queries;
  origin: string;
  writeDocument: (document: DocumentRow) => Promise<Buffer>;
};

/** The PDF names an address: a mailbox that is not proven gets only the link to the order. */
export function invoiceLetters({
  db,
  origin,
  writeDocument,
}: Options): Record<string, LetterWriter> {
  async function find(to: Recipient, id: string | null) {
    if (!id) return undefined;
    const [found] = await db
      .select({ document: documents, order: orders })
      .from(documents)
      .innerJoin(orders, eq(orders.id, documents.orderId))
      .where(eq(documents.id, id));
    if (!found) return undefined;
    const { document, order } = found;
    const { number, seller } = document.data;
    const { bank } = seller;
    const attached = to.isVerified && {
      filename: `${number}.pdf`,
      contentType: "application/pdf",
      content: await writeDocument(document),
    };
    return {
      document,
      number: `${order.number}`,
      dueOn: order.dueOn,
      about: {
        facts: [
          [document.series === "INV" ? "Invoice" : "Credit note", number],
          ["Date", document.issuedOn],
          ["Total", `$${formatCents(document.totalCents)}`],
          ["Order", `${order.number}`],
          ...referenceFacts(to, order),
          ...(document.series === "INV" && bank
            ? [...describeBankAccount(bank), ["Reference", number] satisfies Fact]
            : []),
        ] satisfies Fact[],
        link: {
          label: "See the order and its documents",
          href: await makeOrderAddress(db, { origin, to }, order),
        },
        attachments: attached ? [attached] : [],
      },
    };
  }

  return {
    invoice: async (to, id) => {
      const found = await find(to, id);
      if (!found) return undefined;
      const { replaces, corrects, number: invoice } = found.document.data;
      const what =
        replaces && !corrects
          ? `this is your corrected invoice. It takes the place of ${replaces}.`
          : found.dueOn
            ? `here is the invoice of your order on account. Please pay it by ${found.dueOn} by bank transfer.`
            : "thank you for your payment. Here is the invoice.";
      const values = { invoice, number: found.number, what };
      return { kind: "invoice", to: to.email, values, ...found.about };
    },
    "credit-note": async (to, id) => {
      const found = await find(to, id);
      if (!found) return undefined;
      const { number: credit, corrects } = found.document.data;
      const values = { credit, number: found.number, invoice: corrects?.number ?? "" };
      return { kind: "credit-note", to: to.email, values, ...found.about };
    },
  };
}
