import type { documentCalls } from "#contract/documents.ts";
import { refuse } from "#contract/refusals.ts";
import type { Context } from "#server/context.ts";
import { findNamedOrder } from "#server/modules/orders/find-named-order.ts";
import { findLinkedOrder } from "#server/modules/orders/order-links.ts";
import { noSuchOrder } from "#server/modules/orders/refusals.ts";
import type { Caller } from "#server/platform/http/caller.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { RefusalError } from "#server/platform/http/refusal-error.ts";
import { sendPdf } from "#server/platform/http/send-pdf.ts";
import { limitKeys } from "#server/platform/rate-limits/limit-keys.ts";
import { KeyedSemaphore } from "#server/platform/rate-limits/semaphore.ts";
import { correctInvoice } from "./correct-invoice.ts";
import { type DocumentRow, findDocument, listDocuments } from "./store.ts";
import { takeTaxOff } from "./take-tax-off.ts";
import { writeDocument } from "./write-document.ts";

/** The same for a missing document and someone else's, so that ids cannot be probed. */
const noSuchDocument = new RefusalError(refuse("not-found", "There is no such document."));

/** Of one person or address: writing takes turns, also with the papers of the back office. */
const maxAtOnce = 4;

export function documentHandlers(context: Context): Handlers<typeof documentCalls> {
  const { db } = context;
  const atOnce = new KeyedSemaphore(maxAtOnce);
  const write = (caller: Caller, document: DocumentRow) =>
    atOnce.run(limitKeys(caller), () => writeDocument(context, document));
  return {
    list: async ({ params: { id } }, { person }) => {
      const owner = person.role === "admin" ? undefined : person._id;
      const order = await findNamedOrder(db, id, owner);
      return order ? listDocuments(db, order.id) : noSuchOrder;
    },
    file: async ({ caller }, reply, { params: { id } }) => {
      const { person } = caller;
      const owner = person?.role === "admin" ? undefined : `${person?._id}`;
      const document = await findDocument(db, id);
      if (!document || !(await findNamedOrder(db, document.orderId, owner))) throw noSuchDocument;
      return sendPdf(reply, document.data.number, await write(caller, document));
    },
    linkedFile: async ({ caller }, reply, { body: { token, document: id } }) => {
      const order = await findLinkedOrder(db, token);
      const document = order && (await findDocument(db, id));
      if (!document || document.orderId !== order?.id) throw noSuchDocument;
      return sendPdf(reply, document.data.number, await write(caller, document));
    },
    takeTaxOff: takeTaxOff(context),
    correct: correctInvoice(context),
  };
}
