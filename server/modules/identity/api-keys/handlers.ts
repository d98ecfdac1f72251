import { type apiKeyCalls, maxApiKeys } from "#contract/api-keys.ts";
import { refuse } from "#contract/refusals.ts";
import type { Context } from "#server/context.ts";
import { recordAction } from "#server/platform/audit/record-action.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { addApiKey, listApiKeys, removeApiKey } from "./store.ts";

const tooMany = refuse(
  "conflict",
  `There are ${maxApiKeys} keys already. Please end those that are not used any more.`,
);
const noSuchKey = refuse("not-found", "There is no such key. It may have been ended already.");

export function apiKeyHandlers({ db }: Pick<Context, "db">): Handlers<typeof apiKeyCalls> {
  return {
    list: () => listApiKeys(db),
    add: ({ body }, caller) =>
      inTransaction(db, async (tx) => {
        if ((await listApiKeys(tx)).length >= maxApiKeys) return tooMany;
        const reply = await addApiKey(tx, caller.person._id, body);
        const added = { action: "add-api-key", about: reply._id, after: body } as const;
        return { reply, noted: await recordAction(tx, caller, added) };
      }),
    remove: ({ params: { id } }, caller) =>
      inTransaction(db, async (tx) => {
        const before = await removeApiKey(tx, id);
        if (!before) return noSuchKey;
        const noted = await recordAction(tx, caller, {
          action: "remove-api-key",
          about: id,
          before,
        });
        return { reply: { deletedCount: 1 }, noted };
      }),
  };
}
