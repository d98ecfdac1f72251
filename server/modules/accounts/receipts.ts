import { and, eq } from "drizzle-orm";
import type { OrderAccount } from "#contract/order-page.ts";
import { openCents } from "#contract/rules/account-credit.ts";
import { toDollars } from "#contract/rules/money.ts";
import { users } from "#server/modules/customers/tables.ts";
import { orders } from "#server/modules/orders/tables.ts";
import { payments } from "#server/modules/payments/tables.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { accountReceipts } from "./tables.ts";

export type Receipt = typeof accountReceipts.$inferSelect;

export async function findReceipt(
  db: Queries,
  cause: string,
  isUndo: boolean,
): Promise<Receipt | undefined> {
  const [row] = await db
    .select()
    .from(accountReceipts)
    .where(and(eq(accountReceipts.cause, cause), eq(accountReceipts.isUndo, isUndo)));
  return row;
}

export async function findReceiptById(db: Queries, id: string): Promise<Receipt | undefined> {
  const [row] = await db.select().from(accountReceipts).where(eq(accountReceipts.id, id));
  return row;
}

export async function storeReceipt(tx: Queries, row: Omit<Receipt, "createdAt">): Promise<void> {
  await tx.insert(accountReceipts).values(row);
}

export async function findAccount(db: Queries, orderId: string): Promise<OrderAccount | undefined> {
  const [found] = await db
    .select({ payment: payments, dueOn: orders.dueOn })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(and(eq(payments.orderId, orderId), eq(payments.method, "account")));
  if (!found?.dueOn) return undefined;
  const { payment, dueOn } = found;
  const rows = await db
    .select({ receipt: accountReceipts, by: users.email })
    .from(accountReceipts)
    .leftJoin(users, eq(users.id, accountReceipts.byUser))
    .where(eq(accountReceipts.paymentId, payment.id))
    .orderBy(accountReceipts.createdAt, accountReceipts.id);
  return {
    charged: toDollars(payment.capturedCents),
    credited: toDollars(payment.refundingCents),
    received: toDollars(payment.receivedCents),
    open: toDollars(openCents(payment)),
    dueOn,
    receipts: rows.map(({ receipt, by }) => ({
      _id: receipt.id,
      amount: toDollars(receipt.cents),
      isUndo: receipt.isUndo,
      by,
      on: receipt.receivedOn,
      reference: receipt.reference,
      at: receipt.createdAt.toISOString(),
    })),
  };
}
