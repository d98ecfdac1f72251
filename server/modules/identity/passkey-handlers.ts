import type { passkeyCalls } from "#contract/passkeys.ts";
import { refuse } from "#contract/refusals.ts";
import type { Context } from "#server/context.ts";
import { addAccountLetter } from "#server/modules/letters/queue-letter.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { addOwnPasskey, beginPasskey } from "./add-passkey.ts";
import { beginConfirm, confirmIdentity } from "./confirm-identity.ts";
import { signInWithPasskey } from "./passkey-sign-in.ts";
import { listPasskeys, removePasskey, toEntry } from "./passkeys.ts";
import { askForPasskey } from "./verify-passkey.ts";

const noSuchPasskey = refuse("not-found", "That passkey has been removed already.");

export function passkeyHandlers(context: Context): Handlers<typeof passkeyCalls> {
  const { db, jobs } = context;
  return {
    list: async (_given, { person }) => (await listPasskeys(db, person._id)).map(toEntry),
    begin: beginPasskey(context),
    add: addOwnPasskey(context),
    remove: async ({ params }, { person }) => {
      const { _id: userId, email } = person;
      const done = await inTransaction(db, async (tx) => {
        if (!(await removePasskey(tx, userId, params.id))) return noSuchPasskey;
        await addAccountLetter(tx, "sign-in-changed", email);
        return { deletedCount: 1 } as const;
      });
      jobs.wake();
      return done;
    },
    beginSignIn: () => askForPasskey(context, { purpose: "sign-in", userId: null }),
    signIn: signInWithPasskey(context),
    beginConfirm: beginConfirm(context),
    confirm: confirmIdentity(context),
  };
}
