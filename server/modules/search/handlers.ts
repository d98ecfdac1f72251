import { Refusal } from "#contract/refusals.ts";
import type { ListQuery, SearchReply, searchCalls } from "#contract/search.ts";
import type { Context } from "#server/context.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import type { KnownType, ReadDictionary } from "./dictionary.ts";
import { findParts } from "./find-parts.ts";
import { findType, findVehicleName, listConditions } from "./list-conditions.ts";
import { listParts, readParts } from "./list-parts.ts";
import { noteMissedSearch } from "./note-missed-search.ts";
import { suggest } from "./suggest.ts";

export function searchHandlers(
  { db, read }: Context,
  readDictionary: ReadDictionary,
): Handlers<typeof searchCalls> {
  return {
    catalogue: ({ query }) =>
      read(async (db) => {
        const dictionary = await readDictionary(db);
        const type = findType(dictionary, query.type);
        if (type instanceof Refusal) return type;
        const conditions = listConditions(dictionary, query, { within: type });
        const page = await listParts({ db, dictionary }, conditions, query);
        const below = dictionary.types.filter(({ parentId }) => parentId === (type?.id ?? null));
        const vehicle = await findVehicleName(db, query.vehicle);
        return { ...page, vehicle, types: type?.path ?? [], below: below.map(toLink) };
      }),
    chosen: ({ query: { ids } }) =>
      read(async (db) => {
        const shop = { db, dictionary: await readDictionary(db) };
        return { items: await readParts(shop, ids ? ids.split(",") : []) };
      }),
    suggest: ({ query: { q, vehicle } }) =>
      read(async (db) => suggest({ db, dictionary: await readDictionary(db) }, q, vehicle)),
    find: async ({ query }, caller) => {
      const found = await read(async (db) => {
        const dictionary = await readDictionary(db);
        const type = findType(dictionary, query.type);
        if (type instanceof Refusal) return type;
        const vehicle = await findVehicleName(db, query.vehicle);
        return { ...(await findParts({ db, dictionary }, query, type)), vehicle };
      });
      if ("near" in found && isMissed(query, found)) await noteMissedSearch(db, query.q, caller);
      return found;
    },
  };
}

/** The filters of a list are no part of the search. */
function isMissed(
  { type, f, brand, stock, vehicle }: ListQuery,
  { total, near }: SearchReply,
): boolean {
  const isFiltered = type ?? f ?? brand ?? stock ?? vehicle;
  return !isFiltered && total === 0 && near.every(({ group }) => group !== "numbers");
}

const toLink = ({ slug, name }: KnownType) => ({ slug, name });
