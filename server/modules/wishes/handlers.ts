import { refuse } from "#contract/refusals.ts";
import { maxWishes, type wishCalls } from "#contract/wishes.ts";
import type { Context } from "#server/context.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { addWishes, listWishes, removeWish } from "./store.ts";

const isFull = refuse(
  "conflict",
  `A wish list has room for ${maxWishes} parts. Please take some off first.`,
);

export function wishHandlers({ db }: Context): Handlers<typeof wishCalls> {
  return {
    list: (_given, { person }) => listWishes(db, person._id),
    add: async ({ body }, { person }) =>
      (await addWishes(db, person._id, body.parts)) ? listWishes(db, person._id) : isFull,
    async remove({ params }, { person }) {
      await removeWish(db, person._id, params.id);
      return listWishes(db, person._id);
    },
  };
}
