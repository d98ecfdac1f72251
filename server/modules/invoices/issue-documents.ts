import { findBankAccount } from "#contract/rules/bank-account.ts";
import { chargesTax, missingSellerDetails } from "#contract/rules/missing-seller-details.ts";
import type { Context } from "#server/context.ts";
import { findDebtor } from "#server/modules/companies/find-debtor.ts";
import { addOrderLetter } from "#server/modules/letters/queue-letter.ts";
import { type LockedOrder, lockOrder } from "#server/modules/orders/move-order.ts";
import { storeOrderEvent } from "#server/modules/orders/order-event.ts";
import type { DocumentData, DocumentLine, Series } from "#server/modules/papers/document-data.ts";
import { listRefundedLines } from "#server/modules/refunds/refund-lines.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { inTransaction, retryOnConflict } from "#server/platform/database/transaction.ts";
import { holdDocuments, releaseDocuments } from "./held-documents.ts";
import {
  type DocumentRow,
  findDocuments,
  numberOf,
  storeDocument,
  takeNumber,
  YearEnded,
} from "./store.ts";
import {
  type Seller,
  toCreditLines,
  toDebtor,
  toHead,
  toInvoiceLines,
  withoutTax,
  withSums,
} from "./write-data.ts";

export type IssueContext = Pick<Context, "db" | "env" | "settings">;

export async function issueDocuments(
  context: IssueContext,
  orderId: string,
  { isOld = false }: { isOld?: boolean } = {},
): Promise<void> {
  const seller = await readSeller(context);
  await inOneYear(() =>
    retryOnConflict(() =>
      inTransaction(context.db, (tx) => issueMissing(tx, { orderId, seller, isOld })),
    ),
  );
}

export async function readSeller({ settings, env }: IssueContext): Promise<Seller> {
  const { company, tax } = await settings();
  const bank = findBankAccount(company, env.SHOP_NAME);
  return { company, chargesTax: chargesTax(tax), bank };
}

export async function inOneYear<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof YearEnded) return work();
    throw error;
  }
}

async function issueMissing(
  tx: Queries,
  { orderId, seller, isOld }: { orderId: string; seller: Seller; isOld: boolean },
): Promise<void> {
  const order = await lockOrder(tx, orderId);
  if (!order || order.transactionId === null || order.lines.length === 0) return;
  if (listMissingDetails(seller, order).length > 0) return holdDocuments(tx, orderId);
  await releaseDocuments(tx, orderId);
  const known = await findDocuments(tx, orderId);
  const issued: DocumentRow[] = [];
  let first = known.find(({ cause }) => cause === "order");
  if (!first) {
    const lines = toInvoiceLines(order);
    const buyer = await findPayer(tx, order);
    first = await addDocument(tx, order, seller, {
      series: "INV",
      cause: "order",
      lines,
      ...(buyer && { changes: { buyer } }),
    });
    issued.push(first);
  }
  const invoice = known.findLast(({ series }) => series === "INV") ?? first;
  for (const [refundId, lines] of await listRefundedLines(tx, orderId)) {
    const cause = `refund:${refundId}`;
    if (known.some((each) => each.cause === cause)) continue;
    const credited = sumCredited([...known, ...issued]);
    const credit = toCreditLines(asInvoiced(order, invoice), lines, credited);
    if (credit.length === 0) continue;
    const document = { series: "CRN", cause, lines: credit, corrects: invoice, refundId } as const;
    issued.push(await addDocument(tx, order, seller, document));
  }
  if (issued.length > 0) await storeOrderEvent(tx, "order.documents-issued", order);
  if (isOld) return;
  for (const { id, series } of issued) {
    // Of an order that was cancelled at once, only the credit note is news.
    if (series === "INV" && order.state !== "paid" && order.paymentState !== "account") continue;
    const kind = series === "INV" ? "invoice" : "credit-note";
    await addOrderLetter(tx, kind, { id, email: order.email });
  }
}

export const listMissingDetails = (seller: Seller, order: LockedOrder) =>
  missingSellerDetails(seller.company, { chargesTax: seller.chargesTax || order.taxCents > 0 });

/** Of an invoice that was replaced by one without tax, there is no tax to credit. */
const asInvoiced = (order: LockedOrder, { data }: DocumentRow): LockedOrder =>
  data.taxMode === order.taxMode ? order : { ...order, lines: order.lines.map(withoutTax) };

/** The company owes what is on its account, also where the addresses name the person alone. */
async function findPayer(tx: Queries, order: LockedOrder) {
  const { dueOn, companyId, billTo, shipTo } = order;
  if (!dueOn || !companyId || billTo?.company || shipTo?.company) return undefined;
  const company = await findDebtor(tx, companyId);
  return company && toDebtor(order, company);
}

export type NewDocument = {
  series: Series;
  cause: string;
  lines: DocumentLine[];
  corrects?: DocumentRow;
  refundId?: string;
  changes?: Partial<Pick<DocumentData, "buyer" | "order" | "replaces" | "because" | "taxMode">>;
};

/** The order is locked. Where both are issued, the number of an invoice is taken before a credit note's. */
export async function addDocument(
  tx: Queries,
  order: LockedOrder,
  seller: Seller,
  { series, cause, lines, corrects, refundId, changes }: NewDocument,
): Promise<DocumentRow> {
  const taken = await takeNumber(tx, series, seller.company.timeZone);
  const { year, number, issuedOn } = taken;
  const head = toHead(order, seller, { series, number: numberOf(series, taken), issuedOn });
  const named = corrects && {
    corrects: { number: corrects.data.number, issuedOn: corrects.data.issuedOn },
    buyer: corrects.data.buyer,
    order: corrects.data.order,
    taxMode: corrects.data.taxMode,
  };
  const data = withSums({ ...head, ...named, ...changes }, lines);
  const row = {
    id: newId(),
    series,
    year,
    number,
    issuedOn,
    orderId: order.id,
    cause,
    data,
    refundId: refundId ?? null,
    corrects: corrects?.id ?? null,
    totalCents: data.totalCents,
    taxCents: data.taxCents,
  };
  await storeDocument(tx, row);
  return { ...row, pdfSha256: null, createdAt: new Date() };
}

function sumCredited(issued: readonly DocumentRow[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { refundId, data } of issued) {
    if (refundId === null) continue;
    for (const { line, netCents, taxCents } of data.lines)
      sums.set(line, (sums.get(line) ?? 0) + netCents + taxCents);
  }
  return sums;
}
