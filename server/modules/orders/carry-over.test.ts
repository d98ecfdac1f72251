// Orders of a release in which an order had no lines.

import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import type { Database } from "#server/platform/database/connect.ts";
import { migrate } from "#server/platform/database/migrate.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { expectStockBalanced } from "#tests/expect-stock-balanced.ts";
import {
  addOrder,
  addPart,
  openPrevious,
  type Part,
  type PreviousOrder,
  place,
} from "#tests/previous-release.ts";
import { addLineRefund, findOrder, storeRefunded } from "./store.ts";

const stockOf = (db: Database, { id }: Part) =>
  queryRows(
    db,
    sql`select on_hand, reserved, available, availabl_quantity as shown
    from stock join parts on parts.id = part_id where part_id = ${id}`,
  );

const statesOf = (db: Database) =>
  queryRows(
    db,
    sql`select o.state, o.payment_state as payment, o.fulfilment_state as fulfilment,
      o.total_cents::int as total, o.goods_cents::int as goods, o.refunded_cents::int as refunded,
      l.quantity, l.unit_cents::int as unit, l.due_cents::int as due, l.shipped,
      r.state as reservation, r.quantity as reserved,
      (r.expires_at between now() + interval '55 minutes' and now() + interval '60 minutes') as expires
    from orders o join order_lines l on l.order_id = o.id
      left join reservations r on r.order_line_id = l.id order by o.id`,
  );

/** What was captured, is promised, and is promised of the lines. */
const findWrongSums = (db: Database) =>
  queryRows(
    db,
    sql`select p.* from payments p join orders o on o.id = p.order_id
      cross join lateral (select coalesce(sum(amount_cents), 0) as cents from refunds
        where refunded_payment_id = p.id) r
      cross join lateral (select sum(refunded_cents) as cents from order_lines
        where order_id = o.id) l
      where (p.captured_cents, p.refunding_cents, l.cents)
        is distinct from (p.amount_cents, r.cents, r.cents)`,
  );

it("carries over orders of every state, with their totals, stock and movements", async () => {
  const { url, db, userId } = await openPrevious();
  const part = await addPart(db, 100);
  const unsold = await addPart(db, 0);
  const orders: PreviousOrder[] = [
    { state: "unpaid", quantity: 3 },
    { state: "paid", quantity: 5 },
    { state: "paid", quantity: 7, paidDaysAgo: 15 },
    { state: "cancelled", quantity: 2 },
    { state: "refunding", quantity: 4 },
    { state: "refunded", quantity: 6 },
  ];
  for (const order of orders) await addOrder(db, part, userId, order);
  const gone = await addPart(db, 10);
  await place(db, gone, userId, 2);
  await db.execute(sql`delete from parts where id = ${gone.id}`);
  const kept = sql`select (select sum(amount_cents) from payments) as taken,
    (select sum(amount_cents) from refunds) as returned, (select sum(total_cents) from orders) as due,
    (select json_agg(m order by position) from stock_movements m) as movements`;
  const before = await queryRows(db, kept);

  await migrate(url);

  expect(await queryRows(db, kept)).toEqual(before);
  const held = { reservation: "held", expires: true };
  const allocated = { reservation: "allocated", expires: null };
  const free = { reservation: null, reserved: null, expires: null };
  const one = (state: string, quantity: number, rest: object) => ({
    state,
    payment: state,
    fulfilment: "none",
    quantity,
    reserved: quantity,
    unit: 500,
    total: 500 * quantity,
    goods: 500 * quantity,
    due: 500 * quantity,
    refunded: 0,
    shipped: 0,
    ...rest,
  });
  expect(await statesOf(db)).toEqual([
    one("unpaid", 3, held),
    one("paid", 5, allocated),
    one("paid", 7, { ...free, fulfilment: "delivered", shipped: 7 }),
    one("cancelled", 2, free),
    one("refunding", 4, allocated),
    one("refunded", 6, { ...free, refunded: 3_000 }),
    one("unpaid", 2, held),
  ]);
  // 100 less 3, 5, 7 and 4; on the shelf are also those that nobody has shipped.
  expect(await stockOf(db, part)).toEqual([
    { on_hand: 93, reserved: 12, available: 81, shown: 81 },
  ]);
  expect(await stockOf(db, unsold)).toEqual([{ on_hand: 0, reserved: 0, available: 0, shown: 0 }]);
  expect(await findWrongSums(db)).toEqual([]);
  const sums = await queryRows(db, sql`select user_id, orders, spent_cents::int from order_sums`);
  expect(sums).toEqual([{ user_id: userId, orders: 7, spent_cents: 500 * (5 + 7 + 4) }]);
  const numbers = await queryRows(db, sql`select number::int as n from orders order by id`);
  expect(numbers.map(({ n }) => n)).toEqual([1, 2, 3, 4, 5, 6, 7].map((n) => 10_000 + n));
  const numbered = await queryRows<{ id: string; number: string; found: string }>(
    db,
    sql`select p.id, p.number, n.written as found from parts p
      left join part_numbers n on n.part_id = p.id and n.kind = 'own' order by p.position`,
  );
  expect(numbered.map(({ id }) => id)).toEqual([part.id, unsold.id]);
  for (const { number, found } of numbered) {
    expect(number).toMatch(/^PW-\d+$/);
    expect(found).toBe(number);
  }
  expect(new Set(numbered.map(({ number }) => number)).size).toBe(numbered.length);
  await expectStockBalanced(db);
  // Again changes nothing.
  await migrate(url);
  expect(await statesOf(db)).toHaveLength(7);
});

it("carries over more than one step takes", async () => {
  const { url, db, userId } = await openPrevious();
  const part = await addPart(db, 100_000);
  await db.execute(sql`insert into orders (id, user_id, part_id, request_key, request_hash, name, email,
      phone, address, product_name, quantity, price_cents, total_cents)
    select gen_random_uuid(), ${userId}, ${part.id}, gen_random_uuid(), '\\x00', 'A', 'a@example.org',
      '', '', 'Piston', 1, 500, 500 from generate_series(1, 2500)`);
  // One in ten was paid, and one in a hundred is being refunded.
  await db.execute(sql`with paid as (update orders set state = 'paid', paid_at = now(),
      transaction_id = 'pi_' || id where right(id::text, 1) = '7' returning id, total_cents)
    insert into payments (id, order_id, intent_id, amount_cents, state, next_check_at)
    select gen_random_uuid(), id, 'pi_' || id, total_cents, 'succeeded', now() from paid`);
  await db.execute(sql`with gone as (update orders set state = 'refunding'
      where transaction_id is not null and left(id::text, 1) = '7' returning id)
    insert into refunds (id, payment_id, order_id, amount_cents, reason)
    select gen_random_uuid(), p.id, order_id, amount_cents, 'cancelled'
    from payments p join gone on gone.id = p.order_id`);
  await migrate(url);
  expect(await queryRows(db, sql`select count(*)::int as n from order_lines`)).toEqual([
    { n: 2_500 },
  ]);
  expect(await findWrongSums(db)).toEqual([]);
  expect(await stockOf(db, part)).toEqual([
    { on_hand: 102_500, reserved: 2_500, available: 100_000, shown: 100_000 },
  ]);
  await expectStockBalanced(db);
});

it("keeps amounts as they were written, and refuses what does not add up", async () => {
  const { url, db, userId } = await openPrevious();
  const part = await addPart(db, 100);
  const id = await place(db, part, userId, 3);
  await migrate(url);
  const refused = (query: ReturnType<typeof sql>) =>
    expect(db.execute(query).catch(({ cause }) => cause.constraint)).resolves.toEqual(
      expect.any(String),
    );
  await refused(sql`update orders set total_cents = 1 where id = ${id}`);
  await refused(sql`update order_lines set quantity = 4 where order_id = ${id}`);
  await refused(sql`update order_lines set shipped = 4 where order_id = ${id}`);
  await storeRefunded(db, id, 1_500);
  expect(await addLineRefund(db, id, { lineId: id, cents: 1_500 })).toBe(true);
  expect(await addLineRefund(db, id, { lineId: id, cents: 1 })).toBe(false);
  await refused(sql`update order_lines set refunded_cents = refunded_cents + 1`);
  await refused(sql`update orders set refunded_cents = refunded_cents + 1`);
  await refused(sql`delete from inventory_movements`);
  await refused(sql`insert into order_lines (id, order_id, position, kind, part_id, name, quantity,
      list_cents, unit_cents, total_cents, due_cents)
    values (gen_random_uuid(), ${id}, 2, 'part', ${part.id}, 'Piston', 1, 500, 500, 500, 500)`);
  await refused(sql`insert into orders (id, part_id, request_key, request_hash, name, email, phone,
      address, product_name, quantity, price_cents, total_cents, goods_cents, payment_state)
    values (gen_random_uuid(), ${part.id}, gen_random_uuid(), '', '', '', '', '', '', 1, 500, 500, 500,
      'unpaid')`);
});

type OldLine = { partId: string; hasLegalVersions?: boolean };

/** As a release that kept no number placed an order of one part. */
async function addLineWithoutNumber(
  db: Database,
  userId: string,
  { partId, hasLegalVersions = true }: OldLine,
): Promise<string> {
  const [id, lineId] = [newId(), newId()];
  await db.execute(sql`
    with placed as (
      insert into orders (id, user_id, part_id, request_key, request_hash, name, email, phone,
        address, product_name, quantity, price_cents, goods_cents, total_cents, payment_state,
        legal_versions)
      values (${id}, ${userId}, ${partId}, ${newId()}, '\\x00', 'A', 'a@example.org', '', '',
        'Piston', 2, 500, 1000, 1000, 'unpaid', ${hasLegalVersions ? "{}" : null}::jsonb)
      returning id)
    insert into order_lines (id, order_id, position, kind, part_id, name, quantity, list_cents,
      unit_cents, total_cents, due_cents)
    select ${lineId}::uuid, id, 1, 'part', ${partId}::uuid, 'Piston', 2, 500, 500, 1000, 1000
    from placed`);
  return lineId;
}

const renamePart = (db: Database, { id }: Part, [before, after]: [string, string]) =>
  db.execute(sql`
    with renamed as (update parts set number = ${after} where id = ${id})
    insert into audit_log (id, at, who, action, about, before, after, address)
    values (${newId()}, clock_timestamp(), 'a', 'edit-part', ${id},
      ${JSON.stringify({ number: before })}::jsonb, ${JSON.stringify({ number: after })}::jsonb, '')`);

it("gives old lines the number that their part had when it was ordered, where that is known", async () => {
  const { url, db, userId } = await openPrevious(87);
  const [kept, renamed, gone] = [await addPart(db, 9), await addPart(db, 9), await addPart(db, 9)];
  await db.execute(sql`update parts set number = 'KEPT-1' where id = ${kept.id}`);
  await db.execute(sql`update parts set number = 'OLD-1' where id = ${renamed.id}`);
  const add = (line: OldLine) => addLineWithoutNumber(db, userId, line);
  const first = await add({ partId: renamed.id });
  await renamePart(db, renamed, ["OLD-1", "OLD-2"]);
  const second = await add({ partId: renamed.id });
  await renamePart(db, renamed, ["OLD-2", "NEW-3"]);
  const third = await add({ partId: renamed.id });
  const unchanged = await add({ partId: kept.id });
  const ofGone = await add({ partId: gone.id });
  await db.execute(sql`delete from parts where id = ${gone.id}`);
  const older = await add({ partId: kept.id, hasLegalVersions: false });

  await migrate(url);

  const rows = await queryRows<{ id: string; number: string }>(
    db,
    sql`select id, part_number as number from order_lines`,
  );
  expect(new Map(rows.map(({ id, number }) => [id, number]))).toEqual(
    new Map([
      [first, "OLD-1"],
      [second, "OLD-2"],
      [third, "NEW-3"],
      [unchanged, "KEPT-1"],
      [ofGone, ""],
      [older, ""],
    ]),
  );
  const linesOf = async (lineId: string) => {
    const [row] = await queryRows<{ id: string }>(
      db,
      sql`select order_id as id from order_lines where id = ${lineId}`,
    );
    return (await findOrder(db, `${row?.id}`))?.lines;
  };
  expect(await linesOf(older)).toMatchObject([{ number: "", currentNumber: "KEPT-1" }]);
  expect(await linesOf(first)).toEqual([expect.not.objectContaining({ currentNumber: "NEW-3" })]);
  const change = db.execute(sql`update order_lines set part_number = 'X' where id = ${first}`);
  await expect(change).rejects.toMatchObject({ cause: { message: "order_lines is frozen" } });
});
