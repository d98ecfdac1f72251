import type { Person } from "#contract/identity.ts";
import type { PasskeyAnswer } from "#contract/passkeys.ts";
import type { Refusal } from "#contract/refusals.ts";
import type { Context } from "#server/context.ts";
import type { addUser } from "#server/modules/customers/add-user.ts";
import type { Letters } from "#server/modules/letters/queue-letter.ts";
import type { ReadSettings } from "#server/modules/settings/keep-settings.ts";
import type { Env } from "#server/platform/config/env.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import type { Caller } from "#server/platform/http/caller.ts";
import type { SignedInCaller } from "#server/platform/http/handler.ts";
import type { endAllSessions } from "./end-sessions.ts";
import type { Passwords } from "./passwords.ts";

export type IdentityContext = Context & {
  addUser: typeof addUser;
  letters: Letters;
  passwords: Passwords;
  signInSteps: SignInSteps;
  settings: ReadSettings;
};

/** Steps of signing in that several calls share. They are passed in, so that no call imports all of them. */
export type SignInSteps = {
  /**
   * Says why a person may not yet do what cannot be undone. They must give their password, or, if
   * they have none, have signed in anew a few minutes ago.
   */
  identityProblem(
    context: IdentityContext,
    caller: SignedInCaller,
    password?: string,
  ): Promise<Refusal<"invalid" | "conflict" | "too-many"> | undefined>;
  /**
   * Continues a sign-in after its first step: starts a session, or asks for the second step.
   * "refused" if `passwordHash` is given and is no longer the person's.
   */
  enter(
    context: Pick<IdentityContext, "origin" | "env"> & { db: Queries },
    caller: Caller,
    userId: string,
    passwordHash?: string,
  ): Promise<"session" | "second-step" | "refused">;
  /**
   * True for a person with an authenticator app. A passkey counts only for admins of a shop that
   * requires two factors of them.
   */
  needsSecondStep(context: { db: Queries; env: Env }, userId: string): Promise<boolean>;
  /**
   * Changes the e-mail, and ends other sessions and whatever else was opened with the former one.
   * False if another account has the new e-mail.
   */
  finishEmailChange(
    tx: Queries,
    caller: Caller,
    person: Person,
    newEmail: string,
  ): Promise<boolean>;
  /**
   * Called when a person has proven that the e-mail of this account is theirs. If it was not proven
   * before, and is no admin's, removes what the one who opened it could sign in with, and is true.
   * `isOpener`: it was opened, or signed in to, in this browser.
   */
  claimUnverified(tx: Queries, userId: string, isOpener: boolean): Promise<boolean>;
  /** As `claimUnverified`, but the e-mail stays unverified: nobody can sign in before proving it. */
  endUnverified(tx: Queries, userId: string): Promise<boolean>;
  endAllSessions: typeof endAllSessions;
  /**
   * Checks a code or a passkey. Tries of codes are limited by person and address; a passkey cannot
   * be guessed, so it is not limited.
   */
  verifySecondStep(
    context: IdentityContext,
    caller: Caller,
    person: { _id: string; email: string },
    asked: { given: SecondFactor; purpose: "second-step" | "confirm" },
  ): Promise<{ recoveryCodesLeft?: number } | Refusal<"invalid" | "too-many">>;
};

/** What another module ends, or keeps true, when an account gets another owner or e-mail. */
export type Ending = (tx: Queries, userId: string) => Promise<void>;

export type SecondFactor = { code?: string | undefined; passkey?: PasskeyAnswer | undefined };
