import { and, gt, isNotNull } from "drizzle-orm";
import * as z from "zod/mini";
import { chargesTax, missingSellerDetails } from "#contract/rules/missing-seller-details.ts";
import type { Settings } from "#contract/settings.ts";
import type { Context } from "#server/context.ts";
import { orders } from "#server/modules/orders/tables.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import {
  addConsumer,
  consumeNext,
  type EventConsumer,
} from "#server/platform/events/consume-events.ts";
import { defineJob, defineSchedule, type JobKind } from "#server/platform/jobs/job.ts";
import { enqueue, enqueueIfNone } from "#server/platform/jobs/store.ts";
import { listHeld } from "./held-documents.ts";
import { issueDocuments } from "./issue-documents.ts";
import { findDocuments } from "./store.ts";
import { writeDocument } from "./write-document.ts";

const anOrder = z.object({
  orderId: z.string(),
  /** Of long ago: nobody waits for a letter. */
  isOld: z.optional(z.boolean()),
});
const issueJob: JobKind<z.output<typeof anOrder>> = { kind: "issue-documents", payload: anOrder };

const page = z.object({ after: z.nullable(z.string()) });
const olderJob: JobKind<z.output<typeof page>> = { kind: "issue-older-documents", payload: page };

const heldJob: JobKind<object> = { kind: "issue-held-documents", payload: z.object({}) };
const heldAtOnce = 100;

const pageSize = 500;
const dayMs = 86_400_000;

const events = new Set(["order.paid", "order.account", "order.refund-done", "order.refunded"]);

const consumer: EventConsumer = {
  name: "invoices",
  handle: async (tx, happened) => {
    const paid = happened.filter(({ name }) => events.has(name)).map(({ about }) => about);
    for (const orderId of new Set(paid)) await queue(tx, { orderId });
  },
};

const queue = (tx: Queries, order: z.output<typeof anOrder>) =>
  enqueue(tx, issueJob, { payload: order, key: order.orderId });

/** Paying waits for no counter: invoices follow from the event. */
export const followPaymentsJob = ({ db, jobs, settings }: Context) =>
  defineSchedule({
    kind: "follow-payments",
    title: "Look for payments and refunds that need a document",
    everySeconds: 5,
    async run({ signal }) {
      await inTransaction(db, async (tx) => {
        if (await addConsumer(tx, consumer))
          await enqueue(tx, olderJob, { payload: { after: null }, key: "all" });
      });
      while (!signal.aborted && (await consumeNext(db, consumer)));
      const [held] = await listReleasable(db, await settings(), 1);
      if (held) await enqueueIfNone(db, heldJob, { payload: {}, key: "all" });
      jobs.wake();
    },
  });

export const issueDocumentsJob = (context: Context) =>
  defineJob({
    ...issueJob,
    title: "Issue invoices and credit notes",
    inTurn: true,
    aboutWhat: ({ orderId }) => ({ kind: "order", id: orderId }),
    async run({ orderId, isOld = false }) {
      await issueDocuments(context, orderId, { isOld });
      for (const document of await findDocuments(context.db, orderId))
        if (document.pdfSha256 === null) await writeDocument(context, document);
      context.jobs.wake();
    },
  });

/** One after another, so that their numbers are in the order of the payments. */
export const issueHeldJob = (context: Context) =>
  defineJob({
    ...heldJob,
    title: "Issue documents that waited for the company's details",
    async run(_, { signal }) {
      const { db, settings, jobs } = context;
      for (;;) {
        const held = await listReleasable(db, await settings(), heldAtOnce);
        for (const orderId of held) {
          if (signal.aborted) return;
          await issueDocuments(context, orderId);
          await inTransaction(db, (tx) => queue(tx, { orderId }));
        }
        jobs.wake();
        if (held.length < heldAtOnce) return;
      }
    },
  });

/** Held orders of which the documents can say now what they must. */
async function listReleasable(db: Queries, { company, tax }: Settings, limit: number) {
  const missing = missingSellerDetails(company, { chargesTax: chargesTax(tax) });
  return missing.length > 0 ? [] : listHeld(db, { hasVatId: company.vatId !== "", limit });
}

export const issueOlderJob = ({ db, jobs }: Context) =>
  defineJob({
    ...olderJob,
    title: "Issue invoices of orders from before there were any",
    async run({ after }) {
      await inTransaction(db, async (tx) => {
        const paid = await tx
          .select({ id: orders.id, paidAt: orders.paidAt })
          .from(orders)
          .where(and(isNotNull(orders.transactionId), after ? gt(orders.id, after) : undefined))
          .orderBy(orders.id)
          .limit(pageSize);
        for (const { id, paidAt } of paid) {
          const isOld = Date.now() - (paidAt?.getTime() ?? 0) > dayMs;
          await queue(tx, { orderId: id, isOld });
        }
        const last = paid.length === pageSize ? paid.at(-1) : undefined;
        if (last) await enqueue(tx, olderJob, { payload: { after: last.id }, key: last.id });
      });
      jobs.wake();
    },
  });
