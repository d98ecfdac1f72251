import { and, eq, isNull, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type {
  PeopleColumn,
  PeopleFilters,
  PeopleGroup,
  PeopleSort,
  ShopPerson,
} from "#contract/people.ts";
import { toCents, toDollars } from "#contract/rules/money.ts";
import { isCalled } from "#server/modules/customers/is-called.ts";
import { roleOf } from "#server/modules/customers/role-of.ts";
import { users } from "#server/modules/customers/tables.ts";
import { orderSums } from "#server/modules/orders/tables.ts";
import type { Queries } from "#server/platform/database/connect.ts";

export type ListedPerson = Omit<
  ShopPerson,
  "returns" | "sessions" | "lastSeenAt" | "priceGroup"
> & {
  priceGroup: string | null;
};
export type Page = {
  limit: number;
  after?: string | undefined;
  reached?: number | undefined;
};

export async function listPeople(
  db: Queries,
  { q, group, prices, sort = "since-down", limit, after, reached }: PeopleFilters & Page,
): Promise<ListedPerson[]> {
  const { column, isDown } = readSort(sort);
  const [key, tie] = keysOf[column];
  const direction = isDown ? sql`desc` : sql`asc`;
  const follows =
    after && sql`(${key}, ${tie}) ${isDown ? sql`<` : sql`>`} ${cursorAt(column, after, reached)}`;
  const rows = await db
    .select(columns)
    .from(users)
    .innerJoin(orderSums, ofUser)
    .where(
      and(
        q ? isCalled(q) : undefined,
        group && isIn(group),
        prices ? eq(users.priceGroup, prices) : undefined,
        follows || undefined,
      ),
    )
    .orderBy(sql`${key} ${direction}, ${tie} ${direction}`)
    .limit(limit);
  return rows.map(present);
}

export async function findPerson(db: Queries, id: string): Promise<ListedPerson | undefined> {
  const [row] = await db
    .select(columns)
    .from(users)
    .innerJoin(orderSums, ofUser)
    .where(eq(users.id, id));
  return row && present(row);
}

const columns = {
  id: users.id,
  name: users.name,
  email: users.email,
  role: users.role,
  limitedRole: users.limitedRole,
  createdAt: users.createdAt,
  emailVerifiedAt: users.emailVerifiedAt,
  priceGroup: users.priceGroup,
  orders: orderSums.orders,
  spentCents: orderSums.spentCents,
};
type Listed = typeof users.$inferSelect & typeof orderSums.$inferSelect;
type Row = Pick<Listed, keyof typeof columns>;

const ofUser = eq(orderSums.userId, users.id);

function present({
  id,
  name,
  email,
  emailVerifiedAt,
  createdAt,
  priceGroup,
  ...row
}: Row): ListedPerson {
  const { orders, spentCents } = row;
  return {
    _id: id,
    name,
    email,
    emailVerified: emailVerifiedAt !== null,
    role: roleOf(row),
    since: createdAt.toISOString(),
    orders,
    spent: toDollars(spentCents),
    priceGroup,
  };
}

function isIn(group: PeopleGroup): SQL | undefined {
  if (group === "customers") return eq(users.role, "customer");
  const isAdmin = eq(users.role, "admin");
  if (group === "admins") return isAdmin;
  return and(isAdmin, group === "owner" ? isNull(users.limitedRole) : eq(users.limitedRole, group));
}

/** A column and one that no two people share. */
type Keys = [column: SQLWrapper, tie: SQLWrapper];

const keysOf: Record<PeopleColumn, Keys> = {
  name: [sql`lower(${users.name})`, users.position],
  email: [sql`lower(${users.email})`, users.position],
  since: [users.position, users.position],
  orders: [orderSums.orders, orderSums.userId],
  spent: [orderSums.spentCents, orderSums.userId],
};

function readSort(sort: PeopleSort): { column: PeopleColumn; isDown: boolean } {
  const column = sort.replace("-down", "") as PeopleColumn;
  return { column, isDown: sort !== column };
}

function cursorAt(column: PeopleColumn, after: string, reached: number | undefined): SQL {
  if (reached !== undefined && (column === "orders" || column === "spent")) {
    const figure = column === "spent" ? toCents(reached) : reached;
    return sql`(${figure}::bigint, ${after}::uuid)`;
  }
  const [key, tie] = keysOf[column];
  return sql`(select ${key}, ${tie} from users join order_sums on order_sums.user_id = users.id
    where users.id = ${after})`;
}
