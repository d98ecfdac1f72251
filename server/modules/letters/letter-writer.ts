import type { Letter } from "#server/platform/mail/write-letter.ts";
import type { Recipient } from "./mailbox-limit.ts";

/**
 * Writes a letter when it is sent; undefined when there is no longer a reason to send it. To an
 * unverified e-mail it holds the shop's words only. `about`: the id of the order, where there is one.
 */
export type LetterWriter = (to: Recipient, about: string | null) => Promise<Letter | undefined>;
