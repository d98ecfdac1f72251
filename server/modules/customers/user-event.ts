import { sql } from "drizzle-orm";
import { ordersOf, userTag } from "#contract/tags.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import type { EventInput } from "#server/platform/events/outbox.ts";

export const userEvent = (name: `user.${string}`, id: string): EventInput => ({
  name,
  about: id,
  tags: ["users", userTag(id)],
});

/** The person's own basket shows it, too. */
export const priceGroupEvent = (id: string): EventInput => ({
  name: "user.price-group-set",
  about: id,
  tags: ["users", userTag(id), ordersOf(id)],
});

/** Of the other members of the person's company, who see the person there. */
export async function findColleagueTags(tx: Queries, userId: string): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(
    tx,
    sql`select other.user_id as id from company_members own
      join company_members other on other.company_id = own.company_id
      where own.user_id = ${userId} and other.user_id <> own.user_id`,
  );
  return rows.length === 0 ? [] : ["orders", ...rows.map(({ id }) => ordersOf(id))];
}
