import { sql } from "drizzle-orm";
import type { userCalls } from "#contract/customers.ts";
import { type Refusal, refuse } from "#contract/refusals.ts";
import type { Context } from "#server/context.ts";
import { nothingToAudit, recordAction, withName } from "#server/platform/audit/record-action.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import { emailEquals } from "./accounts.ts";
import { hasGroup } from "./known-groups.ts";
import { noSuchUser } from "./remove-user.ts";
import { users } from "./tables.ts";
import { priceGroupEvent } from "./user-event.ts";

export function setPriceGroup({ db, settings }: Context): Handler<typeof userCalls.setPriceGroup> {
  return async ({ params: { email }, body: { group } }, caller) => {
    const problem = await groupProblem(settings, group);
    if (problem) return problem;
    const { groups } = (await settings()).discounts;
    return inTransaction(db, async (tx) => {
      const [before] = await tx
        .select({ id: users.id, group: users.priceGroup })
        .from(users)
        .where(emailEquals(email))
        .for("update");
      if (!before) return noSuchUser;
      if (before.group === group) return { reply: { modifiedCount: 0 }, noted: nothingToAudit };
      await tx.update(users).set({ priceGroup: group }).where(sql`${users.id} = ${before.id}`);
      await storeEvents(tx, [priceGroupEvent(before.id)]);
      const noted = await recordAction(tx, caller, {
        action: "set-price-group",
        about: before.id,
        before: withName("group", before.group, groups),
        after: withName("group", group, groups),
      });
      return { reply: { modifiedCount: 1 }, noted };
    });
  };
}

export async function groupProblem(
  settings: Context["settings"],
  group: string | null,
): Promise<Refusal<"invalid"> | undefined> {
  const { groups } = (await settings()).discounts;
  if (hasGroup(groups, group)) return undefined;
  const message = `There is no group ${group} in the settings any more.`;
  return refuse("invalid", message, { group: message });
}
