// What is wrong with the shop's money, by the provider's own book and by what parts cost, and not by
// what the shop itself says of it.
import { sql } from "drizzle-orm";
import { queryRows } from "#server/platform/database/query-rows.ts";
import type { PayingShop } from "#tests/paying-shop.ts";

type Book = { taken: number; given: number; charges: number; refunds: number };
type Row = { id: string; state: string; transaction: string | null; total: number; right: number };

/** Of each order, once nothing is under way any more. */
export async function moneyFaults(shop: PayingShop, stock?: number): Promise<string[]> {
  const books = readBooks(shop);
  const rows = await queryRows<Row>(
    shop.shop.db,
    sql`
    select o.id, o.state, o.transaction_id as transaction, o.total_cents::float as total,
      (o.quantity * p.price_cents)::float as right
    from orders o join parts p on p.id = o.part_id`,
  );
  const faults = rows.flatMap((row) => faultsOf(row, books.get(row.id)));
  const known = new Set(rows.map(({ id }) => id));
  for (const [id, { taken }] of books) {
    if (taken > 0 && !known.has(id)) faults.push(`${id}: charged, and there is no such order`);
  }
  if (stock !== undefined) {
    const [left] = await queryRows<{ stock: number }>(
      shop.shop.db,
      sql`
      select (select sum(availabl_quantity) from parts)::int
        + coalesce(sum(quantity) filter (where state in ('unpaid', 'paid', 'refunding')), 0)::int
        as stock from orders`,
    );
    if (left?.stock !== stock) faults.push(`the stock is ${left?.stock}, not ${stock}`);
  }
  return faults;
}

function readBooks({ cards }: PayingShop): Map<string, Book> {
  const books = new Map<string, Book>();
  const orderOf = new Map<string, string>();
  for (const { id, metadata, amount_received: received } of cards.intents(1_000_000)) {
    const order = metadata.order ?? "";
    orderOf.set(id, order);
    const book = books.get(order) ?? { taken: 0, given: 0, charges: 0, refunds: 0 };
    book.taken += received;
    if (received > 0) book.charges++;
    books.set(order, book);
  }
  for (const { payment_intent: intent, amount } of cards.refunds(1_000_000)) {
    const book = books.get(orderOf.get(String(intent)) ?? "");
    if (!book) continue;
    book.given += amount;
    book.refunds++;
  }
  return books;
}

function faultsOf(row: Row, book: Book = { taken: 0, given: 0, charges: 0, refunds: 0 }): string[] {
  const faults: string[] = [];
  const { taken, given, charges, refunds } = book;
  if (row.total !== row.right) faults.push(`costs ${row.total}, not ${row.right}`);
  if (row.state === "paid" && taken - given !== row.right) {
    faults.push(`is paid with ${taken - given}, not ${row.right}`);
  }
  if (row.state !== "paid" && taken !== given) {
    faults.push(`is ${row.state}, and ${taken - given} was kept`);
  }
  if (row.state === "refunding") faults.push("is still refunding");
  if (refunds > charges) faults.push(`was refunded ${refunds} times for ${charges} charges`);
  return faults.map((fault) => `${row.id} ${fault}`);
}
