import type { Letter } from "#server/platform/mail/write-letter.ts";
import type { Recipient } from "./mailbox-limit.ts";

/**
 * Returns undefined if there is no reason to send the letter any more. To an unverified e-mail it
 * must contain no text of other people.
 */
export type LetterWriter = (to: Recipient, about: string | null) => Promise<Letter | undefined>;
