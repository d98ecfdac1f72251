import type { ShopModule } from "#server/module.ts";
import { toOrderReaders } from "#server/modules/orders/to-order-readers.ts";
import { documentHandlers } from "./handlers.ts";
import { invoiceLetters } from "./invoice-letters.ts";
import { followPaymentsJob, issueDocumentsJob, issueHeldJob, issueOlderJob } from "./issue-job.ts";
import { readOwnDocuments } from "./store.ts";
import { writeDocument } from "./write-document.ts";

export const invoices = {
  handlers: (context) => ({ documents: documentHandlers(context) }),
  jobs: (context) => [
    followPaymentsJob(context),
    issueDocumentsJob(context),
    issueHeldJob(context),
    issueOlderJob(context),
  ],
  emails: (context) =>
    toOrderReaders(
      context.db,
      invoiceLetters({
        ...context,
        writeDocument: (document) => writeDocument(context, document),
      }),
    ),
  ownData: async ({ context: { db }, person }) => ({
    documents: await readOwnDocuments(db, person._id),
  }),
} satisfies ShopModule;
