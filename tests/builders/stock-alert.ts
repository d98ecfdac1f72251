// Alerts as a test needs them.
import { eq } from "drizzle-orm";
import { stockAlerts } from "#server/modules/stock-alerts/tables.ts";
import type { OpenShop } from "../open-shop.ts";
import { makeJobsDue } from "./job.ts";

type Alert = typeof stockAlerts.$inferInsert;

export const listAlertsTo = ({ shop }: OpenShop, email: string) =>
  shop.db.select().from(stockAlerts).where(eq(stockAlerts.email, email));

export const changeAlertsTo = ({ shop }: OpenShop, email: string, changes: Partial<Alert>) =>
  shop.db.update(stockAlerts).set(changes).where(eq(stockAlerts.email, email));

/** Otherwise it looks every few seconds. */
export async function lookForAwaitedParts({ shop }: OpenShop): Promise<void> {
  await makeJobsDue(shop.db, "follow-parts");
  shop.jobs.wake();
}
