import type { passkeyCalls } from "#contract/passkeys.ts";
import { refuse } from "#contract/refusals.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { addOwnPasskey, beginPasskey } from "./add-passkey.ts";
import { beginConfirm, confirmIdentity } from "./confirm-identity.ts";
import type { IdentityContext } from "./context.ts";
import { signInWithPasskey } from "./passkey-sign-in.ts";
import { listPasskeys, removePasskey, toEntry } from "./passkeys.ts";
import { askForPasskey } from "./verify-passkey.ts";

const noSuchPasskey = refuse("not-found", "That passkey has been removed already.");

export function passkeyHandlers(context: IdentityContext): Handlers<typeof passkeyCalls> {
  const { db } = context;
  return {
    list: async (_given, { person }) => (await listPasskeys(db, person._id)).map(toEntry),
    begin: beginPasskey(context),
    add: addOwnPasskey(context),
    remove: async ({ params }, { person }) =>
      (await removePasskey(db, person._id, params.id)) ? { deletedCount: 1 } : noSuchPasskey,
    beginSignIn: () => askForPasskey(context, { purpose: "sign-in", userId: null }),
    signIn: signInWithPasskey(context),
    beginConfirm: beginConfirm(context),
    confirm: confirmIdentity(context),
  };
}
