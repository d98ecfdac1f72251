import { type SQL, sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { letters } from "./tables.ts";

/** The lowest is sent first. Letters of orders and payments have the table's default. */
export const letterPriority = { identity: 0, order: 1, other: 2 } as const;

export type IdentityLetterKind = "verify-email" | "reset" | "password-changed";

export async function addAccountLetter(
  db: Queries,
  kind: IdentityLetterKind,
  email: string,
): Promise<void> {
  const priority = letterPriority.identity;
  await db.insert(letters).values({ id: newId(), kind, email, priority });
}

export async function addOrderLetter(
  db: Queries,
  kind: string,
  { id: about, email }: { id: string; email: string },
): Promise<void> {
  await db.insert(letters).values({ id: newId(), kind, email, about });
}

/** The same for a statement that stores the order itself: `order` selects its id and email. */
export const insertOrderLetter = (kind: string, order: SQL) => sql`
  insert into letters (id, kind, about, email) select ${newId()}::uuid, ${kind}, stored.*
  from (${order}) stored`;
