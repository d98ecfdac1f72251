import type { Context } from "#server/context.ts";
import type { addUser } from "#server/modules/customers/add-user.ts";
import type { Letters } from "#server/modules/letters/queue-letter.ts";
import type { Passwords } from "./passwords.ts";

export type IdentityContext = Context & {
  addUser: typeof addUser;
  letters: Letters;
  passwords: Passwords;
};
