import { maxSearchResults, type partCalls } from "#contract/catalog.ts";
import { refuse } from "#contract/refusals.ts";
import type { Context } from "#server/context.ts";
import { nothingToAudit, recordAction } from "#server/platform/audit/record-action.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { storeEvents } from "#server/platform/events/outbox.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { streamPages } from "#server/platform/http/stream-pages.ts";
import { addPartOnce, auditFacts } from "./add-part-once.ts";
import { partEvent, priceEvent } from "./part-event.ts";
import { keepPartRows } from "./part-rows.ts";
import {
  findPart,
  findPartPosition,
  isRemoved,
  type ListedPart,
  listParts,
  removePart,
  updatePrice,
} from "./store.ts";

const noSuchPart = refuse("not-found", "There is no such part. It may have been removed.");

const noLongerSold = refuse("gone", "This part is no longer sold.");

const lostCursor = refuse("invalid", "The part that this page should follow is gone.", {
  after: "Is not a part of the list any more",
});

type Page = {
  newest?: number | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
};

function pickPage(all: ListedPart[], { newest, limit, cursor }: Page): ListedPart[] | undefined {
  if (newest) return all.slice(-newest);
  if (!cursor) return all.slice(0, limit);
  const at = all.findIndex(({ _id }) => _id === cursor);
  return at === -1 ? undefined : all.slice(at + 1, limit && at + 1 + limit);
}

export function partHandlers({ db, read, events }: Context): Handlers<typeof partCalls> {
  const rows = keepPartRows(events);
  return {
    list: async ({ query: { q, newest, limit, after: cursor } }) => {
      const all = q ? undefined : await rows.all((limit) => read((db) => listParts(db, { limit })));
      if (all) return pickPage(all, { newest, limit, cursor }) ?? lostCursor;
      const after = cursor ? await read((db) => findPartPosition(db, cursor)) : undefined;
      if (cursor && !after) return lostCursor;
      const fetchPage = (limit?: number, after?: number) =>
        read((db) => listParts(db, { q, newest, limit, after }));
      if (newest || limit || q) return fetchPage(limit ?? maxSearchResults, after);
      return streamPages(fetchPage, ({ position }) => position, after);
    },
    one: async ({ params }) => (await read((db) => findPart(db, params.id))) ?? noSuchPart,
    details: async ({ params: { id } }) =>
      (await read((db) => findPart(db, id))) ??
      ((await read((db) => isRemoved(db, id))) ? noLongerSold : noSuchPart),
    add: ({ body }, caller) => addPartOnce(db, caller, body),
    changePrice: ({ params, body }, caller) =>
      inTransaction(db, async (tx) => {
        const changed = await updatePrice(tx, params.id, body.price);
        if (!changed) return noSuchPart;
        const { before, after } = changed;
        if (before.price === after.price) return { reply: after, noted: nothingToAudit };
        await storeEvents(tx, [priceEvent(after._id, after.price)]);
        const noted = await recordAction(tx, caller, {
          action: "change-price",
          about: after._id,
          before: { price: before.price },
          after: { price: after.price },
        });
        return { reply: after, noted };
      }),
    remove: ({ params }, caller) =>
      inTransaction(db, async (tx) => {
        const removed = await removePart(tx, params.id);
        if (!removed) return noSuchPart;
        await storeEvents(tx, [partEvent("part.deleted", removed._id)]);
        const noted = await recordAction(tx, caller, {
          action: "delete-product",
          about: removed._id,
          before: auditFacts(removed),
        });
        return { reply: { deletedCount: 1 }, noted };
      }),
  };
}
