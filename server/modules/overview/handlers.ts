import type { overviewCalls, ToDo } from "#contract/overview.ts";
import { chargesTax, missingSellerDetails } from "#contract/rules/missing-seller-details.ts";
import { expiringMinutes } from "#contract/rules/order-states.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { withoutQueryValues } from "#server/platform/database/database-errors.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { countFailedJobs } from "#server/platform/jobs/list-jobs.ts";
import { log } from "#server/platform/telemetry/log/log.ts";
import type { OverviewContext } from "./context.ts";
import { keepSlow } from "./keep-slow.ts";
import { readFigures, readPaidPerDay } from "./read-figures.ts";
import { toSpans } from "./spans.ts";

const expiringMs = expiringMinutes * 60_000;

export function overviewHandlers(context: OverviewContext): Handlers<typeof overviewCalls> {
  const { clock, overview: verbs, settings } = context;
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
        read("figures", (db) => readFigures(db, verbs, spans)),
        read("paid per day", (db) => readPaidPerDay(db, verbs, spans)),
        read("best sellers", (db) => verbs.listBestSellers(db, sold), best),
        read("missed searches", (db) => verbs.listMissed(db, { limit: 5 }), "missed searches"),
        read("missed vehicles", (db) => verbs.listMissedVehicles(db, 5), "missed vehicles"),
        readToDo(context, read),
      ]);
      const { from, to } = spans;
      return { from, to, figures, paidPerDay, bestSellers, missed, missedVehicles, toDo };
    },
    waiting: async () => ({
      toShip: await read("orders to ship", verbs.countToShip),
      openReturns: await read("returns", verbs.countOpenReturns),
      openWithdrawals: await read("withdrawals", verbs.countOpenWithdrawals),
      reviewsToCheck: await read("reviews to check", verbs.countReviewsToCheck),
      lowStock: await read(
        "low stock",
        async (db) => (await verbs.summarizeLowStock(db)).count,
        "low stock count",
      ),
      importsToApply: await read("imports", verbs.countToApply),
      failedJobs: await read("failed jobs", countFailedJobs),
    }),
  };
}

type ReadOrNull = <Value>(
  name: string,
  query: (db: Queries) => Promise<Value>,
  key?: string,
) => Promise<Value | null>;

async function readToDo(
  { clock, overview: verbs, settings }: OverviewContext,
  read: ReadOrNull,
): Promise<ToDo> {
  const now = clock.now();
  const soon = new Date(now.getTime() + expiringMs);
  return {
    toShip: await read("orders to ship", verbs.countToShip),
    unpaid: await read("unpaid orders", verbs.countUnpaid),
    expiring: await read("reservations", (db) => verbs.countExpiring(db, now, soon)),
    stuckRefunds: await read("stuck refunds", verbs.listStuckRefunds),
    failedJobs: await read("failed jobs", countFailedJobs),
    lowStock: await read("low stock", verbs.summarizeLowStock, "low stock"),
    newReviews: await read("new reviews", verbs.countNewReviews),
    reviewsToCheck: await read("reviews to check", verbs.countReviewsToCheck),
    importsToApply: await read("imports", verbs.countToApply),
    openReturns: await read("returns", verbs.countOpenReturns),
    openWithdrawals: await read("withdrawals", verbs.countOpenWithdrawals),
    heldApplications: await read("held applications", verbs.countHeld),
    sampleTexts: await read("legal texts", verbs.countSamples),
    sellerLacks: await read("settings", async () => {
      const { company, tax } = await settings();
      return missingSellerDetails(company, { chargesTax: chargesTax(tax) });
    }),
    heldDocuments: await read("held documents", verbs.countHeldDocuments),
    secondFactorRequired: await read(
      "settings",
      async () => (await settings()).security.requireSecondFactor,
    ),
    books: await read("reconciliation", async (db) => {
      const report = await verbs.findLatestReport(db);
      return { differences: report?.differences.length ?? 0, checkedAt: report?.at ?? null };
    }),
  };
}
