import type { fitListCalls } from "#contract/fit-lists.ts";
import { Refusal } from "#contract/refusals.ts";
import type { Context } from "#server/context.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { limitKeys } from "#server/platform/rate-limits/limit-keys.ts";
import { KeyedSemaphore } from "#server/platform/rate-limits/semaphore.ts";
import type { ReadDictionary } from "./dictionary.ts";
import { judgeWholeList, listForCar, readWholeList } from "./judge-list.ts";
import { findType } from "./list-conditions.ts";

/** Of one person or address: each judges up to thousands of parts. */
const maxAtOnce = 8;

export function fitListHandlers(
  { read }: Context,
  readDictionary: ReadDictionary,
): Handlers<typeof fitListCalls> {
  const atOnce = new KeyedSemaphore(maxAtOnce);
  return {
    list: ({ body }, caller) =>
      atOnce.run(limitKeys(caller), async () => {
        const found = await read(async (db) => {
          const dictionary = await readDictionary(db);
          const type = findType(dictionary, body.list.type);
          if (type instanceof Refusal) return type;
          return readWholeList({ db, dictionary }, body, type);
        });
        if (found instanceof Refusal) return found;
        const judged = await judgeWholeList(found);
        const { list, withUnfit = false } = body;
        return read(async (db) => {
          const shop = { db, dictionary: await readDictionary(db) };
          return listForCar(shop, found, { list, withUnfit, judged });
        });
      }),
  };
}
