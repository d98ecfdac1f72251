import { sql } from "drizzle-orm";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import type { IdentityContext } from "../context.ts";

export type SecondFactors = { app: boolean; passkey: boolean; isAdmin: boolean };

type FactorContext = Pick<IdentityContext, "env"> & { db: Queries };

export async function findSecondFactors(
  { db }: Pick<FactorContext, "db">,
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

/** A passkey alone does not turn it on, except for admins of a shop that requires it of them. */
export async function needsSecondStep(context: FactorContext, userId: string): Promise<boolean> {
  const { app, passkey, isAdmin } = await findSecondFactors(context, userId);
  return app || (passkey && isAdmin && context.env.REQUIRE_SECOND_FACTOR);
}
