import type { Context } from "#server/context.ts";
import type { summarizeLowStock } from "#server/modules/catalog/summarize-low-stock.ts";
import type { countHeld } from "#server/modules/fitment/held-applications.ts";
import type { listMissedVehicles } from "#server/modules/fitment/missed-vehicles.ts";
import type { countToApply } from "#server/modules/imports/count-to-apply.ts";
import type { countExpiring } from "#server/modules/inventory/count-expiring.ts";
import type { countHeldDocuments } from "#server/modules/invoices/held-documents.ts";
import type { countSamples } from "#server/modules/legal/store.ts";
import type { countToShip, countUnpaid } from "#server/modules/orders/count-waiting.ts";
import type { countPlaced, listBestSellers, sumPaid } from "#server/modules/orders/sum-sales.ts";
import type { listStuckRefunds, sumRefunded } from "#server/modules/refunds/sum-refunds.ts";
import type { countAskedReturns } from "#server/modules/returns/count-returns-of.ts";
import type { countOpenReturns } from "#server/modules/returns/read-returns.ts";
import type {
  countNewReviews,
  countReviewsToCheck,
} from "#server/modules/reviews/count-new-reviews.ts";
import type { listMissed } from "#server/modules/search/missed-searches.ts";
import type { ReadSettings } from "#server/modules/settings/keep-settings.ts";
import type { countOpenWithdrawals } from "#server/modules/withdrawals/store.ts";
import type { findLatestReport } from "#server/operations/reconciliation/store.ts";

/** Of each module what it tells of itself; the overview has no SQL of its own. */
export type OverviewContext = Context & {
  settings: ReadSettings;
  overview: {
    countPlaced: typeof countPlaced;
    sumPaid: typeof sumPaid;
    sumRefunded: typeof sumRefunded;
    listBestSellers: typeof listBestSellers;
    countToShip: typeof countToShip;
    countUnpaid: typeof countUnpaid;
    countExpiring: typeof countExpiring;
    listStuckRefunds: typeof listStuckRefunds;
    summarizeLowStock: typeof summarizeLowStock;
    countNewReviews: typeof countNewReviews;
    countReviewsToCheck: typeof countReviewsToCheck;
    countToApply: typeof countToApply;
    countOpenReturns: typeof countOpenReturns;
    countAskedReturns: typeof countAskedReturns;
    listMissedVehicles: typeof listMissedVehicles;
    countOpenWithdrawals: typeof countOpenWithdrawals;
    countHeld: typeof countHeld;
    countSamples: typeof countSamples;
    countHeldDocuments: typeof countHeldDocuments;
    listMissed: typeof listMissed;
    findLatestReport: typeof findLatestReport;
  };
};
export type OverviewVerbs = OverviewContext["overview"];
