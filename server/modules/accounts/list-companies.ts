import { type SQL, sql } from "drizzle-orm";
import type { AccountCompany, CompanyAccount, CompanyFilters } from "#contract/accounts.ts";
import type { CompanyIdentity } from "#contract/companies.ts";
import { refuse } from "#contract/refusals.ts";
import { toDollars } from "#contract/rules/money.ts";
import { openOf } from "#server/modules/companies/store.ts";
import { isOfHolder, type VatState } from "#server/modules/vat/store.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";

export const noSuchCompany = refuse("not-found", "There is no such company.");

type Page = { limit: number; after?: string | undefined };
type Row = {
  id: string;
  name: string;
  country: string;
  vatId: string;
  vat: VatState | null;
  members: number;
  limit: string | null;
  days: number | null;
  group: string | null;
  approved: CompanyIdentity | null;
  open: string;
  overdue: string;
};

/** As the index has it. */
const searched = sql`lower(c.name || ' ' || c.vat_id)`;

export async function listCompanies(
  db: Queries,
  { q, show, limit, after }: CompanyFilters & Page,
  today: string,
): Promise<AccountCompany[]> {
  const shown = {
    changed: sql`c.approved is not null and c.credit_limit_cents is not null`,
    approved: sql`c.credit_limit_cents is not null`,
    open: sql`sums.open <> 0`,
    overdue: sql`sums.overdue > 0`,
  };
  return select(db, today, {
    where: [
      ...(q ?? "")
        .split(/\s+/)
        .filter(Boolean)
        .map((word) => sql`${searched} like lower(${`%${word.replace(/[\\%_]/g, "\\$&")}%`})`),
      ...(show ? [shown[show]] : []),
      ...(after
        ? [sql`(lower(c.name), c.id) > (select lower(name), id from companies where id = ${after})`]
        : []),
    ],
    limit,
  });
}

export async function findCompany(
  db: Queries,
  id: string,
  today: string,
): Promise<AccountCompany | undefined> {
  const [company] = await select(db, today, { where: [sql`c.id = ${id}`], limit: 1 });
  return company;
}

async function select(
  db: Queries,
  today: string,
  { where, limit }: { where: SQL[]; limit: number },
): Promise<AccountCompany[]> {
  const rows = await queryRows<Row>(
    db,
    sql`select c.id, c.name, c.country, c.vat_id as "vatId", c.credit_limit_cents as limit,
        c.payment_days as days, c.price_group as "group", c.approved, sums.open, sums.overdue,
        (select count(*)::int from company_members m where m.company_id = c.id) as members,
        (select v.state from vat_checks v
          where ${isOfHolder(sql`c.vat_id`, sql`c.country`, sql`c.name`)}) as vat
      from companies c cross join lateral (
        select coalesce(sum(${openOf}), 0) as open,
          coalesce(sum(${openOf}) filter (where o.due_on < ${today} and ${openOf} > 0), 0)
            as overdue
        from orders o join payments p on p.order_id = o.id and p.method = 'account'
        where o.company_id = c.id) sums
      where ${sql.join([sql`true`, ...where], sql` and `)}
      order by lower(c.name), c.id limit ${limit}`,
  );
  return rows.map(
    ({
      id: _id,
      name,
      country,
      vatId,
      vat,
      members,
      group,
      approved,
      limit: most,
      days,
      ...sums
    }) => ({
      _id,
      name,
      country,
      vatId,
      vat,
      members,
      group,
      approved,
      terms: most === null || days === null ? null : { limit: toDollars(Number(most)), days },
      open: toDollars(Number(sums.open)),
      overdue: toDollars(Number(sums.overdue)),
    }),
  );
}

const mostOrders = 200;

type OrderRow = {
  id: string;
  number: string;
  orderedAt: string;
  dueOn: string;
  charged: string;
  open: string;
};

export async function readCompany(
  db: Queries,
  id: string,
  today: string,
): Promise<CompanyAccount | undefined> {
  const company = await findCompany(db, id, today);
  if (!company) return undefined;
  const orders = await queryRows<OrderRow>(
    db,
    sql`select o.id, o.number, o.created_at as "orderedAt", o.due_on::text as "dueOn",
        p.captured_cents as charged, ${openOf} as open
      from orders o join payments p on p.order_id = o.id and p.method = 'account'
      where o.company_id = ${id}
      order by ${openOf} <> 0 desc, o.id desc limit ${mostOrders}`,
  );
  const people = await queryRows<{ _id: string; name: string; email: string }>(
    db,
    sql`select u.id as "_id", u.name, u.email from company_members m join users u
      on u.id = m.user_id where m.company_id = ${id} order by m.created_at, u.id`,
  );
  return {
    company,
    people,
    orders: orders.map(({ id: _id, number, orderedAt, dueOn, charged, open }) => ({
      _id,
      number: Number(number),
      dueOn,
      orderedAt: new Date(orderedAt).toISOString(),
      charged: toDollars(Number(charged)),
      open: toDollars(Number(open)),
      isOverdue: Number(open) > 0 && dueOn < today,
    })),
  };
}
