import { and, eq, sql } from "drizzle-orm";
import type { AdminRole } from "#contract/fields.ts";
import type { Person } from "#contract/identity.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { users } from "./tables.ts";

export async function setPasswordHash(
  db: Queries,
  userId: string,
  passwordHash: string,
  former?: string,
): Promise<boolean> {
  const isUnchanged = former === undefined ? undefined : eq(users.passwordHash, former);
  const changed = await db
    .update(users)
    .set({ passwordHash })
    .where(and(eq(users.id, userId), isUnchanged))
    .returning({ id: users.id });
  return changed.length > 0;
}

export async function setEmailVerified(db: Queries, userId: string): Promise<void> {
  await db
    .update(users)
    .set({ emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, now())` })
    .where(eq(users.id, userId));
}

/** False if the e-mail is verified, or an admin's: a mailbox removes no second step of theirs. */
export async function removeUnverifiedPassword(db: Queries, userId: string): Promise<boolean> {
  const removed = await db
    .update(users)
    .set({ passwordHash: null })
    .where(sql`${users.id} = ${userId} and ${users.emailVerifiedAt} is null
      and ${users.role} <> 'admin'`)
    .returning({ id: users.id });
  return removed.length > 0;
}

export function emailEquals(email: string) {
  return eq(sql`lower(${users.email})`, email);
}

export const personColumns = sql`
  u.id as "_id", u.email, u.name, u.role, u.limited_role as "limitedRole",
  u.password_hash is not null as "hasPassword",
  u.email_verified_at is not null as "emailVerified",
  coalesce((select img from profiles where user_id = u.id order by position desc limit 1), '')
    as img`;

export type PersonRow = Omit<Person, "role" | "adminRole"> & {
  role: string;
  limitedRole: AdminRole | null;
};

export function toPerson({ role, limitedRole, ...rest }: PersonRow): Person {
  if (role !== "admin") return rest;
  return { ...rest, role, adminRole: limitedRole ?? "owner" };
}

export async function findAccount(db: Queries, id: string): Promise<Person | undefined> {
  const [row] = await queryRows<PersonRow>(
    db,
    sql`select ${personColumns} from users u where u.id = ${id}`,
  );
  return row && toPerson(row);
}
