import { setPriceGroup } from "#server/modules/customers/set-price-group.ts";
import { uploadImport } from "#server/modules/imports/upload-import.ts";
import { letterJob } from "#server/modules/letters/queue-letter.ts";
import { searchOrders } from "#server/modules/orders/search-orders.ts";
import { editReview } from "#server/modules/reviews/edit-review.ts";
import { listReviewEntries } from "#server/modules/reviews/list-review-entries.ts";
import { reportReview } from "#server/modules/reviews/report-review.ts";
import { savedViewHandlers } from "#server/modules/saved-views/handlers.ts";
import { listMissed, missedSearchHandlers } from "#server/modules/search/missed-searches.ts";
import { storeMissedSearch } from "#server/modules/search/note-missed-search.ts";
import { saveSettings } from "#server/modules/settings/save-settings.ts";
import { readSettings } from "#server/modules/settings/store.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import type { SignedInCaller } from "#server/platform/http/handler.ts";
import { enqueue, leaseNext, markJobFailed } from "#server/platform/jobs/store.ts";
import { type CustomerName, demoCustomers } from "./demo-customers.ts";
import { type DemoShop, granted } from "./demo-shop.ts";
import * as week from "./demo-week.ts";
import { missedCarSteps } from "./missed-car-steps.ts";
import { programSteps } from "./program-steps.ts";
import type { Step } from "./take-steps.ts";

type People = { admin: SignedInCaller; customerOf: (name: CustomerName) => SignedInCaller };

const dayMs = 86_400_000;

/** What the lists of the desk show besides orders. */
export function weekSteps(shop: DemoShop, { admin, customerOf }: People): Step[] {
  const at = (daysAgo: number, take: Step["take"]): Step => ({
    at: new Date(Date.now() - daysAgo * dayMs),
    take,
  });
  const saveView = savedViewHandlers(shop).save;
  return [
    ...week.demoViews.map(({ daysAgo, view: body }) =>
      at(daysAgo, () => granted(saveView({ params: {}, query: {}, body }, admin))),
    ),
    ...week.demoAnswers.map(({ daysAgo, review, answer }) =>
      at(daysAgo, async () =>
        granted(editReview(shop.db, admin, await findReview(shop, review), { answer })),
      ),
    ),
    ...week.demoReports.map(({ daysAgo, review, by, reason, note }) =>
      at(daysAgo, async () => {
        const given = { params: { id: await findReview(shop, review) }, query: {} };
        return granted(reportReview(shop)({ ...given, body: { reason, note } }, customerOf(by)));
      }),
    ),
    ...programSteps(shop, admin, at),
    ...missedCarSteps(shop, admin, at),
    at(5.9, () => groupGarage(shop, admin)),
    at(4.8, () => moveReturns(shop, admin)),
    at(2.7, () => missSearches(shop, admin)),
    at(0.4, () => failLetter(shop)),
    at(0.2, () => uploadPrices(shop, admin)),
  ];
}

async function findReview({ db }: DemoShop, q: string): Promise<string> {
  const [found] = await listReviewEntries(db, (img) => img, { q, limit: 1 });
  if (!found) throw new Error(`No review says ${q}`);
  return found._id;
}

function groupGarage(shop: DemoShop, admin: SignedInCaller) {
  const { email } = demoCustomers["Grace Adeyemi"];
  const given = { params: { email }, query: {}, body: { group: "workshops" } };
  return granted(setPriceGroup(shop)(given, admin));
}

async function moveReturns(shop: DemoShop, admin: SignedInCaller) {
  const { values, versions } = await readSettings(shop.db);
  const { address } = values.returns;
  const value = { ...values.returns, address: address.replace("Plot 14", "Gate 3, Plot 14") };
  const edit = { section: "returns", version: versions.returns, value } as const;
  return granted(saveSettings(shop, admin, edit));
}

async function missSearches({ db }: DemoShop, admin: SignedInCaller): Promise<void> {
  for (const [term, times] of week.demoMisses) {
    for (let time = 0; time < times; time++) await storeMissedSearch(db, term);
  }
  const [missed] = await listMissed(db, { q: week.dismissedMiss });
  const given = { params: { id: missed?._id ?? "" }, query: {}, body: { dismissed: true } };
  await granted(missedSearchHandlers({ db }).dismiss(given, admin));
}

/** Sent when the admin tries again: the mailbox has room by then. */
async function failLetter({ db }: DemoShop): Promise<void> {
  const { email } = demoCustomers["Grace Adeyemi"];
  const [order] = await searchOrders(db, { q: email, limit: 1, state: "all" });
  await inTransaction(db, async (tx) => {
    await enqueue(tx, letterJob, {
      payload: { kind: "order-paid", email, about: order?._id ?? null },
    });
    const job = await leaseNext(tx, [{ kind: letterJob.kind, isUrgentOnly: false }]);
    if (job) await markJobFailed(tx, job, week.demoFailure);
  });
}

/** The shop checks it when it starts. */
async function uploadPrices({ db }: DemoShop, admin: SignedInCaller): Promise<void> {
  const { name, text } = week.demoPriceFile;
  await uploadImport(db, admin, { kind: "prices", name }, async () => ({
    read: async () => Buffer.from(text),
    async *stream() {
      yield Buffer.from(text);
    },
    close: async () => {},
  }));
}
