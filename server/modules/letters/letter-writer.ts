import type { LetterKind, LetterValues } from "#contract/letter-originals.ts";
import type { Attachment, Fact } from "#server/platform/mail/write-letter.ts";
import type { Recipient } from "./mailbox-limit.ts";

type DraftOf<Kind extends LetterKind> = {
  kind: Kind;
  to: string;
  values: LetterValues<Kind>;
  greeting?: string;
  facts?: readonly Fact[];
  link?: { label: string; href: string };
  attachments?: readonly Attachment[];
};
/** What a letter says is the text of its kind, which admins may have written anew. */
export type LetterDraft = { [Kind in LetterKind]: DraftOf<Kind> }[LetterKind];

/**
 * Returns undefined if there is no reason to send the letter any more. A letter to an unverified
 * e-mail must not include text that users wrote. `about` is null for letters about the account.
 */
export type LetterWriter = (
  to: Recipient,
  about: string | null,
) => Promise<LetterDraft | undefined>;
