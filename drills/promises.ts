// What customers were told, kept where no kill reaches it, and held against what is there.
import { sql } from "drizzle-orm";
import type { Order } from "#contract/orders.ts";
import type { Connection } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import type { OpenCardProvider } from "#tests/open-card-provider.ts";

/** The last that was acknowledged of an order. */
export type Promised = {
  key: string;
  order: Order;
  said: "placed" | "paid" | "cancelled";
  intent?: string;
};

const kept: Record<Promised["said"], string[]> = {
  // A card may have been charged, and nobody have told the shop so far but its provider.
  placed: ["unpaid", "paid"],
  paid: ["paid"],
  // Money that a killed process was about to give back is taken up again when its lease is over.
  cancelled: ["cancelled", "refunding", "refunded"],
};

type Row = { id: string; key: string; state: string; transaction: string | null; total: string };

/** What is not as it was promised, each as a sentence. */
export async function brokenPromises(
  { db }: Pick<Connection, "db">,
  cards: OpenCardProvider,
  promises: readonly Promised[],
): Promise<string[]> {
  const rows = await queryRows<Row>(
    db,
    sql`
    select id, request_key as key, state, transaction_id as transaction, total_cents as total
    from orders`,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const money = keptOf(cards);
  return [
    ...promises.flatMap((promised) => brokenBy(promised, byId.get(promised.order._id)) ?? []),
    ...rows.flatMap((row) => {
      const paid = money.get(row.id) ?? 0;
      const due = row.state === "paid" ? Number(row.total) : 0;
      const isOnItsWay = row.state === "refunding" && paid === Number(row.total);
      if (paid === due || isOnItsWay) return [];
      return [`${row.id} is ${row.state}, but ${paid} was kept, not ${due}`];
    }),
    ...(await soldTwice(db)),
  ];
}

function brokenBy(promised: Promised, row: Row | undefined): string | undefined {
  const { key, order, said, intent } = promised;
  if (!row) return `${order._id} was acknowledged as ${said}, but is not there`;
  if (row.key !== key) return `${row.id} is another order than was placed`;
  if (!kept[said].includes(row.state)) return `${row.id} was ${said}, but is ${row.state}`;
  if (intent && row.transaction !== intent) return `${row.id} was paid by ${intent}`;
  return undefined;
}

/** What lies on the shelf and what is kept for orders is what there was. */
async function soldTwice(db: Connection["db"]): Promise<string[]> {
  const rows = await queryRows<{ name: string; stock: number; kept: number; first: number }>(
    db,
    sql`
    select name, availabl_quantity as stock,
      (select coalesce(sum(quantity), 0)::int from orders
        where part_id = parts.id and state in ('unpaid', 'paid', 'refunding')) as kept,
      (select after from stock_movements where part_id = parts.id
        order by position limit 1) as first
    from parts`,
  );
  return rows.flatMap(({ name, stock, kept: sold, first }) =>
    stock + sold === first && stock >= 0 ? [] : [`${name}: ${stock} + ${sold} is not ${first}`],
  );
}

/** What the provider kept of each order's money, by its own book. */
function keptOf(cards: OpenCardProvider): Map<string, number> {
  const money = new Map<string, number>();
  const orderOf = new Map<string, string>();
  const add = (order: string, cents: number) => money.set(order, (money.get(order) ?? 0) + cents);
  for (const { id, metadata, amount_received } of cards.intents(1_000_000)) {
    orderOf.set(id, metadata.order ?? "");
    add(metadata.order ?? "", amount_received);
  }
  for (const { payment_intent, amount } of cards.refunds(1_000_000)) {
    add(orderOf.get(String(payment_intent)) ?? "", -amount);
  }
  return money;
}

/** Orders whose money is still to go back. */
export async function stillRefunding({ db }: Pick<Connection, "db">): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(
    db,
    sql`select id from orders where state = 'refunding'`,
  );
  return rows.map(({ id }) => `${id} is still refunding`);
}
