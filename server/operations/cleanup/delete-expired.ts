import { deleteForgottenBaskets } from "#server/modules/baskets/store.ts";
import { deletePastPrices } from "#server/modules/catalog/delete-past-prices.ts";
import { deleteExpiredInvitations } from "#server/modules/companies/invitations.ts";
import { deleteOldMissedVehicles } from "#server/modules/fitment/missed-vehicles.ts";
import { deleteExpiredSignIns } from "#server/modules/identity/delete-expired-sign-ins.ts";
import { deleteOldImports } from "#server/modules/imports/delete-old-imports.ts";
import { deleteOldCorrections } from "#server/modules/orders/corrected-addresses.ts";
import { deleteExpiredLinks } from "#server/modules/orders/order-links.ts";
import { deleteOldSettledReports } from "#server/modules/reviews/settle-reports.ts";
import { deleteOldMissedSearches } from "#server/modules/search/note-missed-search.ts";
import { deleteExpiredAlerts } from "#server/modules/stock-alerts/store.ts";
import { deleteOldVatChecks } from "#server/modules/vat/store.ts";
import { deleteOldDeliveries } from "#server/modules/webhooks/deliveries.ts";
import { deleteOldWithdrawals } from "#server/modules/withdrawals/store.ts";
import type { Database, Queries } from "#server/platform/database/connect.ts";
import { defineSchedule } from "#server/platform/jobs/job.ts";
import { deleteAbandonedJobs } from "#server/platform/jobs/store.ts";
import { deleteOldAnswers } from "#server/platform/once/once.ts";
import { deleteExpiredLimits } from "#server/platform/rate-limits/consume-limit.ts";

export const deleteExpiredJob = (db: Database) =>
  defineSchedule({
    kind: "delete-expired",
    title: "Delete expired sign-ins, limits, baskets and failed work",
    everySeconds: 600,
    run: () => deleteExpired(db),
  });

/** Expired rows are ignored everywhere; deleting them only saves space. */
export async function deleteExpired(db: Queries): Promise<void> {
  await deleteExpiredSignIns(db);
  await deleteExpiredLimits(db);
  await deleteOldAnswers(db);
  await deleteAbandonedJobs(db);
  await deleteOldMissedSearches(db);
  await deleteOldMissedVehicles(db);
  await deleteOldImports(db);
  await deleteForgottenBaskets(db);
  await deleteExpiredAlerts(db);
  await deletePastPrices(db);
  await deleteExpiredLinks(db);
  await deleteOldCorrections(db);
  await deleteOldSettledReports(db);
  await deleteOldWithdrawals(db);
  await deleteExpiredInvitations(db);
  await deleteOldDeliveries(db);
  await deleteOldVatChecks(db);
}
