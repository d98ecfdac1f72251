import type { Context } from "#server/context.ts";
import type { LetterQueue } from "#server/modules/letters/letter-queue.ts";
import type { Passwords } from "./passwords.ts";

export type IdentityContext = Context & { letters: LetterQueue; passwords: Passwords };
