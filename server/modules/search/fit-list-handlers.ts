import type { fitListCalls } from "#contract/fit-lists.ts";
import { refuse } from "#contract/refusals.ts";
import type { Context } from "#server/context.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import type { ReadDictionary } from "./dictionary.ts";
import { type Fitment, judgeWholeList } from "./judge-list.ts";

const noSuchType = refuse("not-found", "There is no such part type. It may have been renamed.");

export function fitListHandlers(
  { read, fitment }: Context & { fitment: Fitment },
  readDictionary: ReadDictionary,
): Handlers<typeof fitListCalls> {
  return {
    count: ({ body }) =>
      read(async (db) => {
        const dictionary = await readDictionary(db);
        const type = dictionary.types.find(({ slug }) => slug === body.list.type);
        if (body.list.type !== undefined && !type) return noSuchType;
        return judgeWholeList({ db, dictionary, fitment }, body, type);
      }),
  };
}
