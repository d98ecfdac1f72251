import type { documentCalls } from "#contract/documents.ts";
import { Refusal, refuse } from "#contract/refusals.ts";
import { correctionProblem } from "#contract/rules/invoice-correction.ts";
import { toDollars } from "#contract/rules/money.ts";
import { moveProblem } from "#contract/rules/order-states.ts";
import { owesTaxItself } from "#contract/rules/quote-order.ts";
import type { Settings } from "#contract/settings.ts";
import type { Context } from "#server/context.ts";
import { addOrderLetter } from "#server/modules/letters/queue-letter.ts";
import { type LockedOrder, lockOrder } from "#server/modules/orders/move-order.ts";
import { storeOrderEvent } from "#server/modules/orders/order-event.ts";
import { noSuchOrder } from "#server/modules/orders/refusals.ts";
import type { DocumentLine } from "#server/modules/papers/document-data.ts";
import { lockPaymentOfIntent } from "#server/modules/payments/store.ts";
import { queueRefund } from "#server/modules/refunds/queue-refund.ts";
import { findVatCheck } from "#server/modules/vat/store.ts";
import { nothingToAudit, recordAction } from "#server/platform/audit/record-action.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { inTransaction, retryOnConflict } from "#server/platform/database/transaction.ts";
import type { Handler, SignedInCaller } from "#server/platform/http/handler.ts";
import { RefusalError } from "#server/platform/http/refusal-error.ts";
import { lackOf } from "./correct-invoice.ts";
import { addDocument, inOneYear, readSeller } from "./issue-documents.ts";
import { type DocumentRow, findDocuments, listDocuments, presentDocument } from "./store.ts";
import { type Seller, toInvoiceLines, withoutTax } from "./write-data.ts";

const cause = "correction:tax";

/** The order keeps its amounts; its documents and the refund say what the tax became. */
export function takeTaxOff(context: Context): Handler<typeof documentCalls.takeTaxOff> {
  return async ({ params: { id } }, caller) => {
    const input = { seller: await readSeller(context), settings: await context.settings(), caller };
    const done = await inOneYear(() =>
      retryOnConflict(() => inTransaction(context.db, (tx) => takeOff(tx, id, input))),
    );
    if (!(done instanceof Refusal)) context.jobs.wake();
    return done;
  };
}

type Input = { seller: Seller; settings: Settings; caller: SignedInCaller };

async function takeOff(tx: Queries, id: string, input: Input) {
  const order = await lockOrder(tx, id);
  if (!order) return noSuchOrder;
  const known = await findDocuments(tx, id);
  if (known.some((document) => document.cause === cause))
    return { reply: await listDocuments(tx, id), noted: nothingToAudit };
  const problem =
    (await taxProblem(tx, order, input.settings)) ??
    correctionProblem(known.map(presentDocument)) ??
    lackOf(input.seller, order);
  const invoice = known.findLast(({ series }) => series === "INV");
  if (problem !== undefined || !invoice) return refuse("conflict", `${problem}`);
  const next = await replaceInvoice(tx, order, invoice, input.seller);
  if (!(await refundTax(tx, order, input.caller))) throw new RefusalError(nothingLeft);
  await storeOrderEvent(tx, "order.documents-issued", order);
  await addOrderLetter(tx, "invoice", { id: next.id, email: order.email });
  const noted = await recordAction(tx, input.caller, {
    action: "take-tax-off",
    about: id,
    before: { number: invoice.data.number },
    after: { number: next.data.number, amount: toDollars(order.taxCents) },
  });
  return { reply: await listDocuments(tx, id), noted };
}

/** By one without tax, and a credit note over all of it. */
async function replaceInvoice(
  tx: Queries,
  order: LockedOrder,
  invoice: DocumentRow,
  seller: Seller,
): Promise<DocumentRow> {
  const because = `VAT number ${order.vatId} confirmed: the recipient owes the tax.`;
  const { buyer, number: replaces, order: about } = invoice.data;
  const untaxed = toInvoiceLines({ ...order, lines: order.lines.map(withoutTax) });
  const next = await addDocument(tx, order, seller, {
    series: "INV",
    cause,
    lines: untaxed.map(asShare),
    changes: { buyer, order: about, taxMode: "reverse", replaces, because },
  });
  await addDocument(tx, order, seller, {
    series: "CRN",
    cause: "void:tax",
    lines: invoice.data.lines.map(asShare),
    corrects: invoice,
    changes: { because },
  });
  return next;
}

const asShare = (line: DocumentLine): DocumentLine => ({
  ...line,
  unitCents: null,
  discountCents: 0,
});

async function refundTax(tx: Queries, order: LockedOrder, { person }: SignedInCaller) {
  const payment = await lockPaymentOfIntent(tx, `${order.transactionId}`);
  if (!payment) throw new Error(`The payment of the paid order ${order.id} is missing`);
  const taxed = order.lines.filter(({ taxCents }) => taxCents > 0);
  return queueRefund(
    tx,
    { order, payment },
    {
      amountCents: order.taxCents,
      reason: "tax",
      note: "",
      requestKey: newId(),
      byUser: person._id,
      lines: taxed.map(({ id: orderLineId, taxCents: amountCents }) => ({
        orderLineId,
        quantity: 0,
        amountCents,
      })),
    },
  );
}

const nothingLeft = refuse("refund-too-large", "The tax of this order is refunded already.");

async function taxProblem(
  tx: Queries,
  order: LockedOrder,
  settings: Settings,
): Promise<string | undefined> {
  const { paymentState, taxMode, taxCents, vatId, shipTo, billTo, delivery, lines } = order;
  const payer = billTo ?? shipTo;
  if (vatId === "" || !payer) return "This order was placed without a VAT number.";
  if (taxMode !== "contained" || taxCents === 0) return "This order contains no tax.";
  const isAbroad =
    delivery.kind !== "collection" &&
    shipTo !== null &&
    owesTaxItself(settings, shipTo, payer.country);
  if (!isAbroad) return "The tax settings have no reverse charge for where this order goes.";
  const holder = { vatId, country: payer.country, name: payer.company || payer.name };
  if ((await findVatCheck(tx, holder)) !== "valid")
    return "The VAT number of this order is not confirmed yet. Please confirm it first.";
  if (lines.some(({ refundedCents }) => refundedCents > 0))
    return "A part of this order was refunded already, with its tax. Please refund the rest of the tax as an amount.";
  return moveProblem("refund", paymentState);
}
