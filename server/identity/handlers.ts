import type { identityCalls } from "#contract/identity.ts";
import { type Handlers, notBuiltYet } from "#server/http/handler.ts";

export function identityHandlers(): Handlers<typeof identityCalls> {
  return {
    signUp: notBuiltYet,
    signIn: notBuiltYet,
    google: notBuiltYet,
    googleCallback: notBuiltYet,
    // Nobody can sign in yet, so this is the whole truth.
    session: async () => ({ user: null }),
    signOut: notBuiltYet,
  };
}
