import type { Queries } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { letters } from "./tables.ts";

/** The lowest is sent first. Letters of orders and payments have the table's default. */
export const letterPriority = { identity: 0, order: 1, other: 2 } as const;

export type IdentityLetterKind = "verify-email" | "reset" | "password-changed";

export async function queueIdentityLetter(
  db: Queries,
  kind: IdentityLetterKind,
  email: string,
): Promise<void> {
  const priority = letterPriority.identity;
  await db.insert(letters).values({ id: newId(), kind, email, priority });
}
