import { and, eq, isNotNull, isNull } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { users } from "./tables.ts";

export async function listAdminEmails(db: Queries): Promise<string[]> {
  const admins = await db
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.role, "admin"), isNotNull(users.emailVerifiedAt)));
  return admins.map(({ email }) => email);
}

export async function listOwnerEmails(db: Queries): Promise<string[]> {
  const owners = await db
    .select({ email: users.email })
    .from(users)
    .where(
      and(eq(users.role, "admin"), isNull(users.limitedRole), isNotNull(users.emailVerifiedAt)),
    );
  return owners.map(({ email }) => email);
}
