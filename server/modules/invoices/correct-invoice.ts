import { documentCalls, type InvoiceCorrection } from "#contract/documents.ts";
import { Refusal, refuse } from "#contract/refusals.ts";
import { correctionProblem } from "#contract/rules/invoice-correction.ts";
import { listDetails } from "#contract/rules/missing-seller-details.ts";
import type { Context } from "#server/context.ts";
import { addOrderLetter } from "#server/modules/letters/queue-letter.ts";
import { type LockedOrder, lockOrder } from "#server/modules/orders/move-order.ts";
import { storeOrderEvent } from "#server/modules/orders/order-event.ts";
import { noSuchOrder } from "#server/modules/orders/refusals.ts";
import { type Audited, recordAction } from "#server/platform/audit/record-action.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { inTransaction, retryOnConflict } from "#server/platform/database/transaction.ts";
import type { Handler, SignedInCaller } from "#server/platform/http/handler.ts";
import { keyedRequest, once } from "#server/platform/once/once.ts";
import { addDocument, inOneYear, listMissingDetails, readSeller } from "./issue-documents.ts";
import { type DocumentRow, findDocuments, listDocuments, presentDocument } from "./store.ts";
import type { Seller } from "./write-data.ts";

/** A document is never changed: a credit note over all of it and a new invoice take its place. */
export function correctInvoice(context: Context): Handler<typeof documentCalls.correct> {
  return async ({ params, body }, caller) => {
    const { id } = params;
    const by = { who: caller.person._id, index: "documents_cause" };
    const request = keyedRequest(documentCalls.correct, { params, body }, by);
    const seller = await readSeller(context);
    const corrected = await inOneYear(() =>
      retryOnConflict(() =>
        inTransaction(context.db, async (tx) => {
          const done = await once(tx, request, () => correct(tx, { id, body, caller, seller }));
          if (done instanceof Refusal) return done;
          return { reply: await listDocuments(tx, id), noted: done.noted };
        }),
      ),
    );
    if (!(corrected instanceof Refusal)) context.jobs.wake();
    return corrected;
  };
}

type Input = {
  id: string;
  body: InvoiceCorrection;
  caller: SignedInCaller;
  seller: Seller;
};

async function correct(
  tx: Queries,
  { id, body, caller, seller }: Input,
): Promise<Audited<object> | Refusal<"not-found" | "conflict">> {
  const order = await lockOrder(tx, id);
  if (!order) return noSuchOrder;
  const known = await findDocuments(tx, id);
  const invoice = known.findLast(({ series }) => series === "INV");
  const problem = correctionProblem(known.map(presentDocument)) ?? lackOf(seller, order);
  if (problem || !invoice) return refuse("conflict", `${problem}`);
  const lines = invoice.data.lines;
  const { number } = invoice.data;
  const changes = { ...toChanges(invoice, body), replaces: number, because: body.because };
  const cause = `correction:${body.key}`;
  const next = await addDocument(tx, order, seller, { series: "INV", cause, lines, changes });
  const voided = `void:${body.key}`;
  const credit = lines.map((line) => ({ ...line, unitCents: null, discountCents: 0 }));
  await addDocument(tx, order, seller, {
    series: "CRN",
    cause: voided,
    lines: credit,
    corrects: invoice,
    changes: { because: body.because },
  });
  await storeOrderEvent(tx, "order.documents-issued", order);
  const { email } = order;
  await addOrderLetter(tx, "invoice", { id: next.id, email });
  const noted = await recordAction(tx, caller, {
    action: "correct-invoice",
    about: id,
    before: { number },
    after: { number: next.data.number },
  });
  return { reply: {}, noted };
}

export function lackOf(seller: Seller, order: LockedOrder): string | undefined {
  const lack = listMissingDetails(seller, order);
  return lack.length > 0
    ? `Invoices name you: please enter your company's ${listDetails(lack)} in the settings first.`
    : undefined;
}

function toChanges({ data }: DocumentRow, { name, address, vatId, reference }: InvoiceCorrection) {
  return {
    buyer: { ...data.buyer, name, address, vatId },
    order: { ...data.order, reference },
  };
}
