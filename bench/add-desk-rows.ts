// What admins work on, beside the orders: a tenth as many reviews and audit entries, a fiftieth as
// many returns and failed jobs.
import { sql } from "drizzle-orm";
import { connect } from "#server/platform/database/connect.ts";

export async function addDeskRows(url: string, orders: number): Promise<void> {
  const { db, close } = connect(url, { most: 1, timeoutMs: 3_600_000 });
  await db.execute(sql`set statement_timeout = 0`);
  const [some, few] = [Math.ceil(orders / 10), Math.ceil(orders / 50)];
  await db.execute(sql`
    insert into reviews (id, user_id, name, ratting, img, description, created_at)
    select uuidv7(ago), u.id, u.name, (n % 6), '', 'Came soon and fits. Review ' || n, now() + ago
    from (select n, make_interval(mins => n - ${some}::int) as ago
      from generate_series(1, ${some}::int) n) r
    join users u on u.email = 'person.' || (1 + n % 1000) || '@example.org'`);
  await db.execute(sql`
    insert into audit_log (id, at, admin_id, who, action, about, before, after, address)
    select uuidv7(ago), now() + ago, u.id, u.email, 'change-price', gen_random_uuid(),
      jsonb_build_object('price', n % 500), jsonb_build_object('price', n % 500 + 1), '203.0.113.7'
    from (select n, make_interval(mins => n - ${some}::int) as ago
      from generate_series(1, ${some}::int) n) e
    join users u on u.email = 'person.' || (1 + n % 20) || '@example.org'`);
  await db.execute(sql`
    with sent as (select l.id as line, l.order_id from order_lines l
        where l.shipped > 0 order by l.id desc limit ${few}),
      asked as (insert into returns (id, order_id, state, free, request_key)
        select uuidv7(), order_id, 'approved', true, gen_random_uuid() from sent returning id, order_id)
    insert into return_lines (return_id, order_line_id, quantity, reason)
    select asked.id, sent.line, 1, 'not_needed' from asked join sent using (order_id)`);
  await db.execute(sql`
    insert into jobs (id, kind, payload, attempts, last_error, last_run_at, failed_at)
    select uuidv7(), 'letter', '{"kind": "order-paid", "email": "a@example.org", "about": null}', 34,
      '451 not now, ' || n, now() - make_interval(mins => n), now() - make_interval(mins => n)
    from generate_series(1, ${few}::int) n`);
  await db.execute(sql`vacuum analyze`);
  await close();
}
