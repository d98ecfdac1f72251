import type { ShopModule } from "#server/module.ts";
import { keepDictionary } from "./dictionary.ts";
import { findByNumber } from "./find-by-number.ts";
import { fitListHandlers } from "./fit-list-handlers.ts";
import { searchHandlers } from "./handlers.ts";
import { lookUpNumbers } from "./look-up-lines.ts";
import { missedSearchHandlers, missedSearchUndoes } from "./missed-searches.ts";
import { deleteOldMissedSearches } from "./note-missed-search.ts";

export const search = {
  handlers: (context) => {
    const readDictionary = keepDictionary(context.events);
    return {
      search: searchHandlers(context, readDictionary),
      fitLists: fitListHandlers(context, readDictionary),
      missedSearches: missedSearchHandlers(context),
      numbers: { lookUp: lookUpNumbers(context, readDictionary) },
      numberPages: { one: findByNumber(context) },
    };
  },
  undo: missedSearchUndoes,
  expires: [deleteOldMissedSearches],
} satisfies ShopModule;
