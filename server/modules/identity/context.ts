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

/** Of several calls, handed to them. */
export type SignInSteps = {
  /** Before what cannot be undone: by the password, or without one by a new sign-in. */
  identityProblem(
    context: IdentityContext,
    caller: SignedInCaller,
    password?: string,
  ): Promise<Refusal<"invalid" | "conflict" | "too-many"> | undefined>;
  /**
   * After the first step: a session, or a sign-in that waits for the second step. "refused" if
   * `passwordHash` is given and is no longer the person's.
   */
  enter(
    context: Pick<IdentityContext, "origin" | "env"> & { db: Queries },
    caller: Caller,
    userId: string,
    passwordHash?: string,
  ): Promise<"session" | "second-step" | "refused">;
  /** A passkey alone does not turn it on, except for admins of a shop that requires it of them. */
  needsSecondStep(context: { db: Queries; env: Env }, userId: string): Promise<boolean>;
  /** Ends what the former e-mail opened. False if another account has the new one. */
  finishEmailChange(
    tx: Queries,
    caller: Caller,
    person: Person,
    newEmail: string,
  ): Promise<boolean>;
  /** Of an account whose e-mail nobody has proven: takes it from whoever opened it. */
  claimUnverified(tx: Queries, userId: string): Promise<boolean>;
  endAllSessions: typeof endAllSessions;
  /** Codes are counted, by person and network; a passkey cannot be guessed. */
  verifySecondStep(
    context: IdentityContext,
    caller: Caller,
    person: { _id: string; email: string },
    asked: { given: SecondFactor; purpose: "second-step" | "confirm" },
  ): Promise<{ recoveryCodesLeft?: number } | Refusal<"invalid" | "too-many">>;
};

/** What another module ends when an account gets another owner or e-mail. */
export type Ending = (tx: Queries, userId: string) => Promise<void>;

export type SecondFactor = { code?: string | undefined; passkey?: PasskeyAnswer | undefined };
