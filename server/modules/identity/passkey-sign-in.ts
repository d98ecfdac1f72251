import type { passkeyCalls } from "#contract/passkeys.ts";
import { refuse } from "#contract/refusals.ts";
import type { Context } from "#server/context.ts";
import type { Handler } from "#server/platform/http/handler.ts";
import { consumeCallerLimit } from "#server/platform/rate-limits/consume-limit.ts";
import { findPerson } from "./credentials.ts";
import { startSession } from "./start-session.ts";
import { verifyPasskey } from "./verify-passkey.ts";

const wrong = refuse(
  "invalid",
  "This passkey does not open an account here. Try again, or sign in with your password.",
);
const tooMany = refuse(
  "too-many",
  "There were many sign-ins with passkeys from your network. Wait an hour, or sign in with your password.",
);

const limit = { action: "wrong passkeys" };

export function signInWithPasskey(context: Context): Handler<typeof passkeyCalls.signIn> {
  return async ({ body }, caller) => {
    const passkey = await verifyPasskey(context, body, { purpose: "sign-in", userId: null });
    const user = passkey && (await findPerson(context.db, passkey.userId, context.filterPicture));
    if (user && (await startSession(context, caller, user._id, { byFactor: true })))
      return { user };
    // A passkey that is right is never refused because of its neighbours.
    return (await consumeCallerLimit(context.db, limit, caller)) ? wrong : tooMany;
  };
}
