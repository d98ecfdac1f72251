import { letterOriginals } from "#contract/letter-originals.ts";
import { fillText, toParagraphs } from "#contract/rules/fill-letter.ts";
import type { Settings } from "#contract/settings.ts";
import { type Letter, writeLetter } from "#server/platform/mail/write-letter.ts";
import type { LetterDraft } from "./letter-writer.ts";

export function renderDraft(
  { kind, values: own, greeting = "Hello,", ...rest }: LetterDraft,
  { shopName, origin, logo }: { shopName: string; origin: string; logo: string },
  texts: Settings["letters"],
): Letter {
  const text = texts[kind] ?? letterOriginals[kind];
  const values = { ...own, shop: shopName };
  return writeLetter({
    ...{ ...rest, origin, logo, shopName, greeting, subject: fillText(text.subject, values) },
    says: toParagraphs(text.body, values),
    also: toParagraphs(text.closing, values),
  });
}
