import type { Person } from "#contract/identity.ts";
import type { OrderAccount, OrderPage } from "#contract/order-page.ts";
import { findBankAccount } from "#contract/rules/bank-account.ts";
import { chargesTax, missingSellerDetails } from "#contract/rules/missing-seller-details.ts";
import { toDollars } from "#contract/rules/money.ts";
import { maySend } from "#contract/rules/order-states.ts";
import type { Settings } from "#contract/settings.ts";
import type { Context } from "#server/context.ts";
import { findAccount } from "#server/modules/accounts/receipts.ts";
import { listBasketParts } from "#server/modules/catalog/list-basket-parts.ts";
import { listDocuments } from "#server/modules/invoices/store.ts";
import { findLosses } from "#server/modules/losses/store.ts";
import type { OrderRow } from "#server/modules/orders/move-order.ts";
import { presentOne } from "#server/modules/orders/store.ts";
import { listPayments } from "#server/modules/payments/list-payments.ts";
import { listRefunds } from "#server/modules/refunds/list-refunds.ts";
import { countRefundedPieces } from "#server/modules/refunds/refund-lines.ts";
import { listReturns } from "#server/modules/returns/list-returns.ts";
import {
  findShipments,
  presentShipment,
  presentToCustomer,
} from "#server/modules/shipments/store.ts";
import { toSteps } from "./to-steps.ts";

export async function readOrderPage(
  { db, env, settings }: Context,
  row: OrderRow,
  reader: Pick<Person, "_id" | "role"> | undefined,
): Promise<OrderPage> {
  const order = await presentOne(db, row);
  const ids = order.lines.flatMap(({ part }) => part ?? []);
  const parts = await listBasketParts(db, ids);
  const payments = await listPayments(db, row.id);
  const refunds = await listRefunds(db, row.id);
  const refunded = await countRefundedPieces(db, row.id);
  const parcels = await findShipments(db, row.id);
  const losses = await findLosses(db, { orderId: row.id });
  const returns = await listReturns(db, row.id);
  const account = row.dueOn ? await findAccount(db, row.id) : undefined;
  const isOpen = account !== undefined && account.open > 0;
  const bank = isOpen && findBankAccount((await settings()).company, env.SHOP_NAME);
  const isCustomer = reader?.role !== "admin" || row.userId === reader._id;
  const show = isCustomer ? presentToCustomer : presentShipment;
  const lack = row.transactionId === null ? [] : listMissing(await settings(), row);
  const { taxes = [] } = row.pricing;
  return {
    order,
    isOwn: reader !== undefined && row.userId === reader._id,
    vatId: row.vatId,
    taxMode: row.taxMode as OrderPage["taxMode"],
    taxes: taxes.map(({ rateBp, netCents, taxCents }) => ({
      percent: rateBp / 100,
      net: toDollars(netCents),
      tax: toDollars(taxCents),
    })),
    parts: [...parts.values()].map(({ id: _id, number, img, isForSale }) => ({
      _id,
      number,
      img,
      isForSale,
    })),
    steps: toSteps({ order: row, payments, refunds, parcels, losses, returns }),
    ...(account && {
      account: { ...account, receipts: receiptsFor(reader, account), ...(bank && { bank }) },
    }),
    ...(row.shipTo && { shipTo: row.shipTo }),
    ...(row.billTo && { billTo: row.billTo }),
    documents: await listDocuments(db, row.id),
    ...(lack.length > 0 && { documentsLack: lack }),
    refundedPieces: [...refunded].map(([line, quantity]) => ({ line, quantity })),
    parcels: parcels.map((parcel) => show(parcel, maySend(row.paymentState))),
    ...(row.delivery.kind === "collection" && { collectAt: await readWorks(settings) }),
  };
}

const listMissing = ({ company, tax }: Settings, { taxCents }: OrderRow) =>
  missingSellerDetails(company, { chargesTax: chargesTax(tax) || taxCents > 0 });

function receiptsFor(
  reader: Pick<Person, "role"> | undefined,
  { receipts }: Pick<OrderAccount, "receipts">,
): OrderAccount["receipts"] {
  if (reader?.role === "admin") return receipts;
  return reader ? receipts.map((receipt) => ({ ...receipt, by: null })) : [];
}

async function readWorks(settings: Context["settings"]) {
  const { address, openingHours } = (await settings()).company;
  return { address, openingHours };
}
