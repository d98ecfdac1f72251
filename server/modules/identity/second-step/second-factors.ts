import { sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";

export type SecondFactors = { app: boolean; passkey: boolean; isAdmin: boolean };

export async function findSecondFactors(
  { db }: { db: Queries },
  userId: string,
): Promise<SecondFactors> {
  const [row] = await queryRows<SecondFactors>(
    db,
    sql`
    select role = 'admin' as "isAdmin",
      exists (select from authenticator_apps where user_id = u.id and confirmed_at is not null)
        as app,
      exists (select from passkeys where user_id = u.id) as passkey
    from users u where id = ${userId}`,
  );
  return row ?? { app: false, passkey: false, isAdmin: false };
}
