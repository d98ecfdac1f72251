// Holds what customers were told against what the database and the card provider say.
import type { Acknowledged } from "./customers.ts";
import { moneyByOrder } from "./money.ts";
import type { Shop } from "./start-shop.ts";

const allowedStates: Record<Acknowledged["said"], string[]> = {
  // The provider may have reported a charge before the customer did.
  placed: ["unpaid", "paid"],
  paid: ["paid"],
  // A refund that a killed process had begun is continued when its lease ends.
  cancelled: ["cancelled", "refunding", "refunded"],
};

type Row = { id: string; key: string; state: string; transaction: string | null; total: number };

type Records = Pick<Shop, "database" | "cards">;

export const findViolations = async (shop: Records, acknowledged: readonly Acknowledged[]) => [
  ...(await findBrokenPromises(shop, acknowledged)),
  ...(await stockProblems(shop.database)),
];

export async function findBrokenPromises(
  { database, cards }: Records,
  acknowledged: readonly Acknowledged[],
): Promise<string[]> {
  const rows = await database.query<Row>(`select id, request_key as key, state,
    transaction_id as transaction, total_cents::float as total from orders`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const money = moneyByOrder(cards);
  return [
    ...acknowledged.flatMap((each) => brokenBy(each, byId.get(each.order._id)) ?? []),
    ...rows.flatMap(({ id, state, total }) => {
      const { taken = 0, refunded = 0 } = money.get(id) ?? {};
      const paid = taken - refunded;
      const due = state === "paid" ? total : 0;
      const isBeingRefunded = state === "refunding" && paid === total;
      if (paid === due || isBeingRefunded) return [];
      return [`${id} is ${state}, but ${paid} was kept, not ${due}`];
    }),
  ];
}

function brokenBy(
  { key, order, said, intent }: Acknowledged,
  row: Row | undefined,
): string | undefined {
  if (!row) return `${order._id} was acknowledged as ${said}, but is not there`;
  if (row.key !== key) return `${row.id} is another order than was placed`;
  if (!allowedStates[said].includes(row.state)) return `${row.id} was ${said}, but is ${row.state}`;
  if (intent && row.transaction !== intent) return `${row.id} was paid by ${intent}`;
  return undefined;
}

async function stockProblems({ query }: Shop["database"]): Promise<string[]> {
  const rows = await query<{ name: string; stock: number; sold: number; first: number }>(`
    select name, availabl_quantity as stock,
      (select coalesce(sum(quantity), 0)::int from orders
        where part_id = parts.id and state in ('unpaid', 'paid')) as sold,
      (select on_hand_change from inventory_movements where part_id = parts.id
        order by id limit 1) as first
    from parts`);
  return rows.flatMap(({ name, stock, sold, first }) =>
    stock + sold === first && stock >= 0 ? [] : [`${name}: ${stock} + ${sold} is not ${first}`],
  );
}

export async function findUnfinishedRefunds({
  database,
}: Pick<Shop, "database">): Promise<string[]> {
  const rows = await database.query<{ id: string }>(
    "select id from orders where state = 'refunding'",
  );
  return rows.map(({ id }) => `${id} is still being refunded`);
}
