import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type {
  PeopleColumn,
  PeopleFilters,
  PeopleGroup,
  PeopleSort,
  ShopPerson,
} from "#contract/people.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { roleOf } from "./role-of.ts";
import { users } from "./tables.ts";

export type ListedPerson = Omit<
  ShopPerson,
  "orders" | "spent" | "returns" | "sessions" | "lastSeenAt"
>;
type Page = { limit: number; after?: string | undefined };

export async function listPeople(
  db: Queries,
  { q, group, sort, limit, after }: PeopleFilters & Page,
): Promise<ListedPerson[]> {
  const [column, isDown] = readSort(sort);
  const direction = isDown ? sql`desc` : sql`asc`;
  const follows = sql`(${column}, ${users.position}) ${isDown ? sql`<` : sql`>`}
    (select ${column}, ${users.position} from users where id = ${after})`;
  const rows = await db
    .select(columns)
    .from(users)
    .where(and(q ? isCalled(q) : undefined, group && isIn(group), after ? follows : undefined))
    .orderBy(sql`${column} ${direction}, ${users.position} ${direction}`)
    .limit(limit);
  return rows.map(present);
}

export async function findPerson(db: Queries, id: string): Promise<ListedPerson | undefined> {
  const [row] = await db.select(columns).from(users).where(eq(users.id, id));
  return row && present(row);
}

const columns = {
  ...{ id: users.id, name: users.name, email: users.email, role: users.role },
  ...{ limitedRole: users.limitedRole, createdAt: users.createdAt },
  emailVerifiedAt: users.emailVerifiedAt,
};
type Row = Pick<typeof users.$inferSelect, keyof typeof columns>;

function present({ id, name, email, emailVerifiedAt, createdAt, ...row }: Row): ListedPerson {
  return {
    ...{ _id: id, name, email, emailVerified: emailVerifiedAt !== null },
    ...{ role: roleOf(row), since: createdAt.toISOString() },
  };
}

/** Written like the index. */
export function isCalled(q: string): SQL | undefined {
  const words = q.split(/\s+/).filter((word) => word !== "");
  const pattern = (word: string) => `%${word.replace(/[\\%_]/g, "\\$&")}%`;
  return and(
    ...words.map(
      (word) => sql`lower(${users.name} || ' ' || ${users.email}) like lower(${pattern(word)})`,
    ),
  );
}

function isIn(group: PeopleGroup): SQL | undefined {
  if (group === "customers") return eq(users.role, "customer");
  const isAdmin = eq(users.role, "admin");
  if (group === "admins") return isAdmin;
  return and(isAdmin, group === "owner" ? isNull(users.limitedRole) : eq(users.limitedRole, group));
}

const sortColumns: Record<PeopleColumn, SQL> = {
  name: sql`lower(${users.name})`,
  email: sql`lower(${users.email})`,
  since: sql`${users.position}`,
};

function readSort(sort: PeopleSort = "since-down"): [SQL, boolean] {
  const column = sort.replace("-down", "") as PeopleColumn;
  return [sortColumns[column], sort !== column];
}
