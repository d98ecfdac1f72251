import type { overviewCalls, ToDo } from "#contract/overview.ts";
import { chargesTax, missingSellerDetails } from "#contract/rules/missing-seller-details.ts";
import { expiringMinutes } from "#contract/rules/order-states.ts";
import type { Context } from "#server/context.ts";
import { summarizeLowStock } from "#server/modules/catalog/summarize-low-stock.ts";
import { countHeld } from "#server/modules/fitment/held-applications.ts";
import { listMissedVehicles } from "#server/modules/fitment/missed-vehicles.ts";
import { countToApply } from "#server/modules/imports/count-to-apply.ts";
import { countExpiring } from "#server/modules/inventory/count-expiring.ts";
import { countHeldDocuments } from "#server/modules/invoices/held-documents.ts";
import { countSamples } from "#server/modules/legal/store.ts";
import { countToShip, countUnpaid } from "#server/modules/orders/count-waiting.ts";
import { listBestSellers } from "#server/modules/orders/sum-sales.ts";
import { listStuckRefunds } from "#server/modules/refunds/sum-refunds.ts";
import { countOpenReturns } from "#server/modules/returns/read-returns.ts";
import { countNewReviews, countReviewsToCheck } from "#server/modules/reviews/count-new-reviews.ts";
import { listMissed } from "#server/modules/search/missed-searches.ts";
import { countOpenWithdrawals } from "#server/modules/withdrawals/store.ts";
import { findLatestReport } from "#server/operations/reconciliation/store.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { withoutQueryValues } from "#server/platform/database/database-errors.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { countFailedJobs } from "#server/platform/jobs/list-jobs.ts";
import { log } from "#server/platform/telemetry/log/log.ts";
import { keepSlow } from "./keep-slow.ts";
import { readFigures, readPaidPerDay } from "./read-figures.ts";
import { toSpans } from "./spans.ts";

const expiringMs = expiringMinutes * 60_000;

export function overviewHandlers(context: Context): Handlers<typeof overviewCalls> {
  const { clock, settings } = context;
  const keep = keepSlow();
  const read: ReadOrNull = (name, query, key) =>
    (key ? keep(key, () => context.read(query)) : context.read(query)).catch((error: Error) => {
      log.error({ err: withoutQueryValues(error) }, `The overview lacks ${name}`);
      return null;
    });

  return {
    read: async ({ query: { period = "month" } }) => {
      const current = await read("settings", settings);
      const zone = current?.company.timeZone ?? "UTC";
      const spans = toSpans(clock.now(), zone, period);
      const sold = { ...spans.now, closeDays: current?.holds.closeDays ?? 0 };
      const best = `best sellers ${period} ${zone}`;
      const [figures, paidPerDay, bestSellers, missed, missedVehicles, toDo] = await Promise.all([
        read("figures", (db) => readFigures(db, spans)),
        read("paid per day", (db) => readPaidPerDay(db, spans)),
        read("best sellers", (db) => listBestSellers(db, sold), best),
        read("missed searches", (db) => listMissed(db, { limit: 5 }), "missed searches"),
        read("missed vehicles", (db) => listMissedVehicles(db, 5), "missed vehicles"),
        readToDo(context, read),
      ]);
      const { from, to } = spans;
      return { from, to, figures, paidPerDay, bestSellers, missed, missedVehicles, toDo };
    },
    waiting: async () => ({
      toShip: await read("orders to ship", countToShip),
      openReturns: await read("returns", countOpenReturns),
      openWithdrawals: await read("withdrawals", countOpenWithdrawals),
      reviewsToCheck: await read("reviews to check", countReviewsToCheck),
      lowStock: await read(
        "low stock",
        async (db) => (await summarizeLowStock(db)).count,
        "low stock count",
      ),
      importsToApply: await read("imports", countToApply),
      failedJobs: await read("failed jobs", countFailedJobs),
    }),
  };
}

type ReadOrNull = <Value>(
  name: string,
  query: (db: Queries) => Promise<Value>,
  key?: string,
) => Promise<Value | null>;

async function readToDo({ clock, settings }: Context, read: ReadOrNull): Promise<ToDo> {
  const now = clock.now();
  const soon = new Date(now.getTime() + expiringMs);
  return {
    toShip: await read("orders to ship", countToShip),
    unpaid: await read("unpaid orders", countUnpaid),
    expiring: await read("reservations", (db) => countExpiring(db, now, soon)),
    stuckRefunds: await read("stuck refunds", listStuckRefunds),
    failedJobs: await read("failed jobs", countFailedJobs),
    lowStock: await read("low stock", summarizeLowStock, "low stock"),
    newReviews: await read("new reviews", countNewReviews),
    reviewsToCheck: await read("reviews to check", countReviewsToCheck),
    importsToApply: await read("imports", countToApply),
    openReturns: await read("returns", countOpenReturns),
    openWithdrawals: await read("withdrawals", countOpenWithdrawals),
    heldApplications: await read("held applications", countHeld),
    sampleTexts: await read("legal texts", countSamples),
    sellerLacks: await read("settings", async () => {
      const { company, tax } = await settings();
      return missingSellerDetails(company, { chargesTax: chargesTax(tax) });
    }),
    heldDocuments: await read("held documents", countHeldDocuments),
    secondFactorRequired: await read(
      "settings",
      async () => (await settings()).security.requireSecondFactor,
    ),
    books: await read("reconciliation", async (db) => {
      const report = await findLatestReport(db);
      return { differences: report?.differences.length ?? 0, checkedAt: report?.at ?? null };
    }),
  };
}
