import type { partCalls } from "#contract/catalog.ts";
import type { partEditCalls } from "#contract/part-edits.ts";
import { refuse, refuseWithPresent } from "#contract/refusals.ts";
import { toOffers } from "#contract/rules/offers.ts";
import { nextListChange } from "#contract/rules/unit-price.ts";
import type { Context } from "#server/context.ts";
import type { Undoes } from "#server/platform/audit/handlers.ts";
import { keepUntil } from "#server/platform/http/answer-tags.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { streamPages } from "#server/platform/http/stream-pages.ts";
import { addPartOnce } from "./add-part-once.ts";
import { editPart } from "./edit-part.ts";
import { countManaged, listManaged } from "./list-managed.ts";
import { findPartPosition, type ListedPart, listParts } from "./list-parts.ts";
import { findPartByNumber } from "./part-numbers.ts";
import { findHistory, findPartPage } from "./part-page.ts";
import { findRecord, noSuchPart } from "./part-record.ts";
import { keepPartRows } from "./part-rows.ts";
import { listPartTypes } from "./part-types.ts";
import { removePart } from "./remove-part.ts";
import { restorePart } from "./restore-part.ts";
import { findPart } from "./store.ts";
import { undoBulk } from "./undo-bulk.ts";
import { undoEdit } from "./undo-edit.ts";

/** A common word would match almost every part. */
const maxSearchResults = 100;

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

export function partHandlers({
  clock,
  read,
  events,
  settings,
}: Context): Handlers<typeof partCalls> {
  const rows = keepPartRows(events);
  return {
    list: async ({ query: { q, newest, after: cursor, ...page } }) => {
      const limit = page.limit ?? (q === undefined ? undefined : maxSearchResults);
      const all = q ? undefined : await rows.all((limit) => read((db) => listParts(db, { limit })));
      if (all) return pickPage(all, { newest, limit, cursor }) ?? lostCursor;
      const after = cursor ? await read((db) => findPartPosition(db, cursor)) : undefined;
      if (cursor && !after) return lostCursor;
      const fetchPage = (limit?: number, after?: number) =>
        read((db) => listParts(db, { q, newest, limit, after }));
      if (newest || limit) return fetchPage(limit, after);
      return streamPages(fetchPage, ({ position }) => position, after);
    },
    one: async ({ params }) => (await read((db) => findPart(db, params.id))) ?? noSuchPart,
    page: async ({ params }) => {
      const found = await read((db) => findPartByNumber(db, params.id));
      if (!found || found.isHidden) return noSuchPart;
      if (!found.isDeleted) {
        const { priceLists } = toOffers(await settings());
        const now = clock.now();
        keepUntil(nextListChange(priceLists, now.getTime()));
        const terms = { priceLists, now };
        return (await read((db) => findPartPage(db, found.id, terms))) ?? noSuchPart;
      }
      const { successors } = await read((db) => findHistory(db, found.id));
      return refuseWithPresent("gone", "This part is no longer sold.", { successors });
    },
    types: () => read(listPartTypes),
  };
}

export function partEditHandlers(context: Context): Handlers<typeof partEditCalls> {
  const { db } = context;
  return {
    add: addPartOnce(context),
    record: async ({ params }) => (await findRecord(db, params.id)) ?? noSuchPart,
    managed: ({ query }) => listManaged(db, query),
    counts: ({ query }) => countManaged(db, query),
    edit: editPart(context),
    remove: removePart(context),
  };
}

export const partUndoes: Undoes = {
  "change-price": undoEdit,
  "edit-part": undoEdit,
  "edit-parts": undoBulk,
  "delete-product": restorePart,
};
