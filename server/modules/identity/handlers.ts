import type { identityCalls } from "#contract/identity.ts";
import { refuse } from "#contract/refusals.ts";
import type { Context } from "#server/context.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import type { AccountEndings } from "./account-endings.ts";
import { changePassword } from "./change-password.ts";
import { endAllSessions, endOwnSession } from "./end-sessions.ts";
import { connectGoogle } from "./google.ts";
import { googleHandlers } from "./google-handlers.ts";
import { requestPasswordReset } from "./request-password-reset.ts";
import { resetPassword } from "./reset-password.ts";
import { endSession, listSessions } from "./sessions.ts";
import { signIn } from "./sign-in.ts";
import { signUp } from "./sign-up.ts";
import { clearSessionCookie } from "./start-session.ts";
import { resendVerification, verifyEmail, verifyEmailCode } from "./verify-email.ts";

const noSuchSession = refuse("not-found", "That session has ended already.");

export function identityHandlers(
  context: Context,
  endings: AccountEndings,
): Handlers<typeof identityCalls> {
  const { db } = context;
  return {
    signUp: signUp(context),
    signIn: signIn(context),
    ...googleHandlers(context, connectGoogle(context)),
    session: async (_given, { person }) => ({ user: person }),
    signOut: async (_given, caller) => {
      if (caller.session) await endSession(db, caller.session);
      clearSessionCookie(context, caller);
      return { user: null };
    },
    forgotten: requestPasswordReset(context),
    reset: resetPassword(context, endings),
    verifyEmail: verifyEmail(context),
    verifyEmailCode: verifyEmailCode(context),
    resendVerification: resendVerification(context),
    changePassword: changePassword(context),
    sessions: (_given, { person, session }) => listSessions(db, person._id, session),
    endSession: async ({ params }, { person }) =>
      (await endOwnSession(db, person._id, params.id)) ? { deletedCount: 1 } : noSuchSession,
    signOutEverywhere: async (_given, caller) => {
      await endAllSessions(db, caller.person._id, { toldIn: caller.session });
      clearSessionCookie(context, caller);
      return { user: null };
    },
  };
}
