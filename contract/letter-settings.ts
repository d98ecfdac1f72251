import * as z from "zod/mini";
import { requiredText, text } from "./fields.ts";
import { type LetterKind, letterKinds } from "./letter-originals.ts";

export const longestLetter = { subject: 200, body: 2_000, closing: 1_000 };

export const letterText = z.strictObject({
  subject: requiredText(longestLetter.subject, "A letter needs a subject").check(
    z.regex(/^[^\r\n]*$/, "Must be one line"),
  ),
  body: requiredText(longestLetter.body, "A letter needs a text"),
  closing: text(longestLetter.closing),
});

/** A file of a release before has no text for a kind that is newer. */
const orOriginal = z._default(z.nullable(letterText), null);

/** By kind; null: the original text. */
export const letterSettings = z.strictObject(
  Object.fromEntries(letterKinds.map((kind) => [kind, orOriginal])) as Record<
    LetterKind,
    typeof orOriginal
  >,
);
