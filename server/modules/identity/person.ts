import { sql } from "drizzle-orm";
import type { Person } from "#contract/identity.ts";

/** `u` is the row of `users`. */
export const personColumns = sql`
  u.id as "_id", u.email, u.name, u.role,
  u.password_hash is not null as "hasPassword",
  u.email_verified_at is not null as "emailVerified",
  coalesce((select img from profiles where user_id = u.id order by position desc limit 1), '')
    as img`;

export type PersonRow = Omit<Person, "role"> & { role: string };

export function toPerson({ role, ...rest }: PersonRow): Person {
  return { ...rest, ...(role === "admin" && { role: "admin" as const }) };
}
