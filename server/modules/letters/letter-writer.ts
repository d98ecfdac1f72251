import type { Letter } from "#server/platform/mail/write-letter.ts";
import type { Recipient } from "./mailbox-limit.ts";

/**
 * Called when the letter is sent; undefined if there is no reason to send it any more. To an
 * unverified e-mail it must contain no text of other people. `about` is the id of the order.
 */
export type LetterWriter = (to: Recipient, about: string | null) => Promise<Letter | undefined>;
