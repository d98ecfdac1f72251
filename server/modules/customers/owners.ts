import { and, asc, eq, isNull } from "drizzle-orm";
import { type Refusal, refuse } from "#contract/refusals.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { users } from "./tables.ts";

const isOwner = and(eq(users.role, "admin"), isNull(users.limitedRole));

/** All are locked: two who take the rights of each other at once do not both succeed. */
export async function lockOwners(tx: Queries): Promise<string[]> {
  const owners = await tx
    .select({ id: users.id })
    .from(users)
    .where(isOwner)
    .orderBy(asc(users.id))
    .for("update");
  return owners.map(({ id }) => id);
}

export const notOwner = refuse(
  "not-allowed",
  "Only an admin with full rights may do this, and yours have been changed.",
);

const lastOwner = refuse(
  "conflict",
  "You are the last admin with full rights, and a shop must have one. Give them to someone else first.",
);

export function lastOwnerProblem(
  owners: readonly string[],
  id: string,
): Refusal<"conflict"> | undefined {
  return owners.length === 1 && owners[0] === id ? lastOwner : undefined;
}
