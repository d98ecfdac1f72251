import type { AdminRole } from "#contract/fields.ts";

type Columns = { role: string; limitedRole: AdminRole | null };

export function roleOf({ role, limitedRole }: Columns): AdminRole | null {
  return role === "admin" ? (limitedRole ?? "owner") : null;
}
