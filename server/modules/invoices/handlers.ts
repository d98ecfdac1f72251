import type { documentCalls } from "#contract/documents.ts";
import { refuse } from "#contract/refusals.ts";
import { noSuchOrder } from "#server/modules/orders/refusals.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { RefusalError } from "#server/platform/http/refusal-error.ts";
import { sendPdf } from "#server/platform/http/send-pdf.ts";
import type { InvoicesContext } from "./context.ts";
import { correctInvoice } from "./correct-invoice.ts";
import { findDocument, listDocuments } from "./store.ts";
import { writeDocument } from "./write-document.ts";

/** The same for a missing document and someone else's, so that ids cannot be probed. */
const noSuchDocument = new RefusalError(refuse("not-found", "There is no such document."));

export function documentHandlers(context: InvoicesContext): Handlers<typeof documentCalls> {
  const { db, invoices } = context;
  return {
    list: async ({ params: { id } }, { person }) => {
      const owner = person.role === "admin" ? undefined : person._id;
      const order = await invoices.findNamedOrder(db, id, owner);
      return order ? listDocuments(db, order.id) : noSuchOrder;
    },
    file: async ({ caller: { person } }, reply, { params: { id } }) => {
      const owner = person?.role === "admin" ? undefined : `${person?._id}`;
      const document = await findDocument(db, id, owner);
      if (!document) throw noSuchDocument;
      return sendPdf(reply, document.data.number, await writeDocument(context, document));
    },
    linkedFile: async (_request, reply, { body: { token, document: id } }) => {
      const order = await invoices.findLinkedOrder(db, token);
      const document = order && (await findDocument(db, id, undefined));
      if (!document || document.orderId !== order?.id) throw noSuchDocument;
      return sendPdf(reply, document.data.number, await writeDocument(context, document));
    },
    correct: correctInvoice(context),
  };
}
