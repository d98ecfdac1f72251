import type { Letter } from "#server/platform/mail/write-letter.ts";
import type { Recipient } from "./mailbox-limit.ts";

/**
 * Returns undefined if there is no reason to send the letter any more. A letter to an unverified
 * e-mail must not include text that users wrote. `about` is null for letters about the account.
 */
export type LetterWriter = (to: Recipient, about: string | null) => Promise<Letter | undefined>;
