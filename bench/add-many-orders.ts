// Deterministic orders of two years for 500 products.
import { sql } from "drizzle-orm";
import { connect } from "#server/platform/database/connect.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";

/** Of users from `person.1@example.org` on. */
export async function addManyOrders(url: string, many: number, each = 50): Promise<void> {
  const { db, close } = connect(url, { most: 1, timeoutMs: 3_600_000 });
  await db.execute(sql`set statement_timeout = 0`);
  const people = Math.ceil(many / each);
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`select setseed(0.5)`);
    await tx.execute(sql`create temporary table buyers on commit drop as
      select n, uuidv7() as id,
        (array['Vera', 'Omar', 'Ada', 'Jonas', 'Grace', 'Ines', 'Bo', 'Li'])[ceil(random() * 8)]
          || ' ' || (array['Lind', 'Berg', 'Wright', 'Okafor', 'Chen', 'Moreau', 'Silva', 'Novak',
            'Haas', 'Kim', 'Abebe', 'Costa', 'Dubois', 'Eriksson', 'Farkas'])[ceil(random() * 15)]
          as name,
        'person.' || n || '@example.org' as email
      from generate_series(1, ${people}) n`);
    await tx.execute(sql`insert into users (id, email, name) select id, email, name from buyers`);
    // Their triggers look at each row.
    for (const table of ["orders", "order_lines"])
      await tx.execute(sql.raw(`alter table ${table} disable trigger user`));
    await tx.execute(sql`
      with placed as (insert into orders (id, user_id, part_id, request_key, request_hash, name, email,
        phone, address, product_name, quantity, price_cents, total_cents, goods_cents, state,
        payment_state, fulfilment_state, transaction_id, created_at, paid_at)
      select uuidv7(ago), b.id, gen_random_uuid(), gen_random_uuid(), sha256(o.n::text::bytea),
        b.name, b.email, '+46 8 123 45 67', 'Verkstadsgatan 4, 117 36 Stockholm', product, quantity,
        price, quantity * price, quantity * price, state, state,
        case state when 'paid' then 'delivered' else 'none' end,
        case when state in ('paid', 'refunding', 'refunded') then 'pi_' || o.n end, now() + ago,
        case when state in ('paid', 'refunding', 'refunded') then now() + ago end
      from (
        select n, ceil(random() * ${people})::int as buyer, ceil(random() * 20)::int as quantity,
          ceil(random() * 20000)::int as price,
          make_interval(secs => (n - ${many}::int) * 63072000.0 / ${many}) as ago,
          (array['Brake Disc', 'Brake Pad Set', 'Oil Filter', 'Air Filter', 'Timing Belt',
            'Wheel Hub', 'Spark Plug', 'Clutch Kit', 'Shock Absorber', 'Radiator'])
            [ceil(random() * 10)] || ' ' || 100 + floor(random() * 50) as product,
          (array['paid', 'paid', 'paid', 'paid', 'paid', 'paid', 'paid', 'unpaid', 'cancelled',
            'refunded'])[ceil(random() * 10)] as state
        from generate_series(1, ${many}::int) n
      ) o join buyers b on b.n = o.buyer
      returning *)
      insert into order_lines (id, order_id, position, kind, part_id, name, quantity, list_cents,
        unit_cents, total_cents, due_cents, shipped)
      select id, id, 1, 'part', part_id, product_name, quantity, price_cents, price_cents,
        total_cents, total_cents, case state when 'paid' then quantity else 0 end from placed`);
    for (const table of ["orders", "order_lines"])
      await tx.execute(sql.raw(`alter table ${table} enable trigger user`));
    await tx.execute(sql`update order_sums s set orders = o.orders, spent_cents = o.spent from (
      select user_id, count(*) as orders,
        sum(spent_cents(paid_at, total_cents, refunded_cents)) as spent
      from orders group by user_id) o where o.user_id = s.user_id`);
    // Pretend that tonight's full reconciliation has run; it would take minutes.
    await tx.execute(sql`insert into ledger_checks (id, "full", milliseconds, differences)
      values (uuidv7(), true, 1, '[]')`);
  });
  await db.execute(sql`vacuum analyze`);
  await close();
}
