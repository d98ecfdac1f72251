import { eq } from "drizzle-orm";
import { ordersOf } from "#contract/tags.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import { companyMembers } from "./tables.ts";

/** Its members see it, and admins in their list of companies and beside its orders. */
export async function storeCompanyEvent(
  tx: Queries,
  name: `company.${string}`,
  about: string,
): Promise<void> {
  const members = await tx
    .select({ userId: companyMembers.userId })
    .from(companyMembers)
    .where(eq(companyMembers.companyId, about));
  const tags = ["orders", ...members.map(({ userId }) => ordersOf(userId))];
  await storeEvents(tx, [{ name, about, tags }]);
}
