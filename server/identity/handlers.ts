import type { identityCalls } from "#contract/identity.ts";
import { refuse } from "#contract/refusals.ts";
import type { Handlers } from "#server/http/handler.ts";
import type { Shop } from "#server/shop.ts";
import { changePassword } from "./change-password.ts";
import { googleHandlers } from "./google-handlers.ts";
import { forgotten, reset } from "./reset-password.ts";
import { endAllSessions, endOwnSession, endSession, listSessions } from "./sessions.ts";
import { signIn } from "./sign-in.ts";
import { signUp } from "./sign-up.ts";
import { takeSessionCookie } from "./start-session.ts";
import { resendVerification, verifyEmail, verifyEmailCode } from "./verify-email.ts";

const noSuchSession = refuse("not-found", "That session has ended already.");

export function identityHandlers(shop: Shop): Handlers<typeof identityCalls> {
  const { db } = shop;
  return {
    signUp: signUp(shop),
    signIn: signIn(shop),
    ...googleHandlers(shop),
    session: async (_given, { person }) => ({ user: person }),
    signOut: async (_given, caller) => {
      if (caller.session) await endSession(db, caller.session);
      takeSessionCookie(shop, caller);
      return { user: null };
    },
    forgotten: forgotten(shop),
    reset: reset(shop),
    verifyEmail: verifyEmail(shop),
    verifyEmailCode: verifyEmailCode(shop),
    resendVerification: resendVerification(shop),
    changePassword: changePassword(shop),
    sessions: (_given, { person, session }) => listSessions(db, person._id, session),
    endSession: async ({ params }, { person }) =>
      (await endOwnSession(db, person._id, params.id)) ? { deletedCount: 1 } : noSuchSession,
    signOutEverywhere: async (_given, caller) => {
      await endAllSessions(db, caller.person._id);
      takeSessionCookie(shop, caller);
      return { user: null };
    },
  };
}
