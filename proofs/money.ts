// What is wrong with the shop's money, by the provider's own records and by what parts cost.
import type { Shop } from "./start-shop.ts";

type Money = { taken: number; refunded: number; charges: number; refunds: number };
type Row = { id: string; state: string; total: number; right: number };

const everything = 1_000_000;

/** Of every order, once nothing is under way any more; `stock` is what there ever was of all parts. */
export async function moneyFaults(
  { database, cards }: Pick<Shop, "database" | "cards">,
  { stock, ignored = [] }: { stock?: number; ignored?: readonly string[] } = {},
): Promise<string[]> {
  const money = moneyByOrder(cards, ignored);
  const rows = await database.query<Row>(`
    select o.id, o.state, o.total_cents::float as total,
      (o.quantity * p.price_cents)::float as right
    from orders o join parts p on p.id = o.part_id`);
  const faults = rows.flatMap((row) => faultsOf(row, money.get(row.id)));
  const known = new Set(rows.map(({ id }) => id));
  for (const [id, { taken }] of money) {
    if (taken > 0 && !known.has(id)) faults.push(`${id}: charged, and there is no such order`);
  }
  if (stock !== undefined) {
    const [left] = await database.query<{ stock: number }>(`
      select (select sum(availabl_quantity) from parts)::int
        + coalesce(sum(quantity) filter (where state in ('unpaid', 'paid')), 0)::int
        as stock from orders`);
    if (left?.stock !== stock) faults.push(`the stock is ${left?.stock}, not ${stock}`);
  }
  return faults;
}

/** `ignored`: payments that a proof made past the shop. */
export function moneyByOrder(cards: Shop["cards"], ignored: readonly string[] = []) {
  const all = new Map<string, Money>();
  const orderOf = new Map<string, string>();
  for (const { id, metadata, amount_received: received } of cards.intents(everything)) {
    if (ignored.includes(id)) continue;
    const order = metadata.order ?? "";
    orderOf.set(id, order);
    const money = all.get(order) ?? { taken: 0, refunded: 0, charges: 0, refunds: 0 };
    money.taken += received;
    if (received > 0) money.charges++;
    all.set(order, money);
  }
  for (const { payment_intent: intent, amount } of cards.refunds(everything)) {
    const money = all.get(orderOf.get(String(intent)) ?? "");
    if (!money) continue;
    money.refunded += amount;
    money.refunds++;
  }
  return all;
}

const none: Money = { taken: 0, refunded: 0, charges: 0, refunds: 0 };

function faultsOf({ id, state, total, right }: Row, money = none): string[] {
  const { taken, refunded, charges, refunds } = money;
  const kept = taken - refunded;
  const faults: [boolean, string][] = [
    [total !== right, `costs ${total}, not ${right}`],
    [state === "paid" && kept !== right, `is paid with ${kept}, not ${right}`],
    [state !== "paid" && kept !== 0, `is ${state}, and ${kept} was kept`],
    [state === "refunding", "is still refunding"],
    [refunds > charges, `was refunded ${refunds} times for ${charges} charges`],
  ];
  return faults.flatMap(([isWrong, fault]) => (isWrong ? [`${id} ${fault}`] : []));
}
