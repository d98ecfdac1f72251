import type { ShopModule } from "#server/module.ts";
import { fitAnswerHandlers } from "#server/modules/fitment/fit-answer-handlers.ts";
import { stockHandlers } from "#server/modules/inventory/handlers.ts";
import { stockImport } from "#server/modules/inventory/import-stock.ts";
import { addNote } from "./add-note.ts";
import { addressUndoes, correctAddress } from "./correct-address.ts";
import {
  deleteOldCorrections,
  findUndoableCorrections,
  readOwnCorrections,
} from "./corrected-addresses.ts";
import { endHolds, lockOrders } from "./end-holds.ts";
import { orderHandlers } from "./handlers.ts";
import { leaveUnpaidOrders } from "./leave-unpaid-orders.ts";
import { listOwnOrders } from "./list-orders.ts";
import { numberOrders } from "./number-orders.ts";
import { deleteExpiredLinks, endLinksOf, followEmailOf } from "./order-links.ts";
import { orderThings } from "./order-things.ts";
import { readOwnBilling } from "./own-billing.ts";
import { orderFileHandlers } from "./send-orders.ts";
import { countSold } from "./sum-sales.ts";
import { warnOfExpiryJob } from "./warn-of-expiry.ts";

export const orders = {
  handlers: (context) => ({
    orders: orderHandlers(context),
    orderFile: orderFileHandlers(context),
    orderDesk: { addNote: addNote(context), correctAddress: correctAddress(context) },
    // Of modules below, which must not know orders: these get from here what they ask of them.
    stock: stockHandlers(context, { numberOrders, lockOrders, endHolds }),
    fitAnswers: fitAnswerHandlers(context, countSold),
  }),
  jobs: (context) => [warnOfExpiryJob(context)],
  undo: addressUndoes,
  undoChecks: {
    "correct-address": findUndoableCorrections,
    "undo-address": findUndoableCorrections,
  },
  records: { order: orderThings },
  importKinds: { stock: stockImport({ lockOrders, endHolds }) },
  accountEndings: {
    ofStrangers: [leaveUnpaidOrders],
    formerEmail: [endLinksOf, followEmailOf],
  },
  ownData: async ({ context: { db }, person }) => ({
    orders: await listOwnOrders(db, person._id, { state: "all" }),
    billing: await readOwnBilling(db, person._id),
    correctedAddresses: await readOwnCorrections(db, person._id),
  }),
  expires: [deleteExpiredLinks, deleteOldCorrections],
} satisfies ShopModule;
