import type { Refusal } from "#contract/refusals.ts";
import type { Context } from "#server/context.ts";
import type { addUser } from "#server/modules/customers/add-user.ts";
import type { Letters } from "#server/modules/letters/queue-letter.ts";
import type { SignedInCaller } from "#server/platform/http/handler.ts";
import type { Passwords } from "./passwords.ts";

export type IdentityContext = Context & {
  addUser: typeof addUser;
  letters: Letters;
  passwords: Passwords;
  signInSteps: SignInSteps;
};

/** Of several calls, handed to them. */
export type SignInSteps = {
  /** Before what cannot be undone: by the password, or without one by a new sign-in. */
  identityProblem(
    context: IdentityContext,
    caller: SignedInCaller,
    password?: string,
  ): Promise<Refusal<"invalid" | "conflict" | "too-many"> | undefined>;
};
