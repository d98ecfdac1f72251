import { maxSearchResults, type partCalls } from "#contract/catalog.ts";
import { refuse } from "#contract/refusals.ts";
import type { Context } from "#server/context.ts";
import { nothingToAudit, recordAction } from "#server/platform/audit/record-action.ts";
import { inTransaction } from "#server/platform/database/connect.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { streamPages } from "#server/platform/http/stream-pages.ts";
import { addPartOnce, auditFacts } from "./add-part-once.ts";
import { findPart, findPartPosition, listParts, removePart, updatePrice } from "./store.ts";

const noSuchPart = refuse("not-found", "There is no such part. It may have been removed.");

const lostCursor = refuse("invalid", "The part that this page should follow is gone.", {
  after: "Is not a part of the list any more",
});

export function partHandlers({ db, read }: Context): Handlers<typeof partCalls> {
  return {
    list: async ({ query }) => {
      const { q, newest, limit = q && !newest ? maxSearchResults : undefined } = query;
      const after = query.after && (await read((db) => findPartPosition(db, `${query.after}`)));
      if (query.after && !after) return lostCursor;
      const page = (limit?: number, next?: number) =>
        read((db) => listParts(db, { q, newest, limit, after: next }));
      if (newest || limit) return page(limit, after || undefined);
      return streamPages(page, ({ position }) => position, after || undefined);
    },
    one: async ({ params }) => (await read((db) => findPart(db, params.id))) ?? noSuchPart,
    add: ({ body }, caller) => addPartOnce(db, caller, body),
    changePrice: ({ params, body }, caller) =>
      inTransaction(db, async (tx) => {
        const changed = await updatePrice(tx, params.id, body.price);
        if (!changed) return noSuchPart;
        const { before, after } = changed;
        if (before.price === after.price) return { reply: after, noted: nothingToAudit };
        const done = {
          action: "change-price",
          about: after._id,
          before: { price: before.price },
          after: { price: after.price },
        } as const;
        return { reply: after, noted: await recordAction(tx, caller, done) };
      }),
    remove: ({ params }, caller) =>
      inTransaction(db, async (tx) => {
        const gone = await removePart(tx, params.id);
        if (!gone) return noSuchPart;
        const done = {
          action: "delete-product",
          about: gone._id,
          before: auditFacts(gone),
        } as const;
        return { reply: { deletedCount: 1 }, noted: await recordAction(tx, caller, done) };
      }),
  };
}
