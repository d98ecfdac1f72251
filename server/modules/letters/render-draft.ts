import type { EditableText } from "#contract/letter-original.ts";
import { type LetterKind, letterOriginals } from "#contract/letter-originals.ts";
import { fillText, letterProblems, toParagraphs } from "#contract/rules/fill-letter.ts";
import type { Settings } from "#contract/settings.ts";
import type { Context } from "#server/context.ts";
import { type Letter, writeLetter } from "#server/platform/mail/write-letter.ts";
import type { LetterDraft } from "./letter-writer.ts";

export type RenderContext = Pick<Context, "env" | "filterPicture" | "origin"> & {
  settings: () => Promise<Settings>;
};

/** `edited` takes the place of texts that are stored. */
export function letterRenderer({ env, filterPicture, origin, settings }: RenderContext) {
  return async (draft: LetterDraft, edited: Partial<Settings["letters"]> = {}): Promise<Letter> => {
    const { company, letters } = await settings();
    const shop = { shopName: env.SHOP_NAME, origin, logo: filterPicture(company.logo) };
    return renderDraft(draft, shop, { ...letters, ...edited });
  };
}

export function renderDraft(
  { kind, values: own, greeting = "Hello,", ...rest }: LetterDraft,
  { shopName, origin, logo }: { shopName: string; origin: string; logo: string },
  texts: Settings["letters"],
): Letter {
  const text = textOf(kind, texts[kind]);
  const values = { ...own, shop: shopName };
  return writeLetter({
    ...rest,
    origin,
    logo,
    shopName,
    greeting,
    subject: fillText(text.subject, values),
    says: toParagraphs(text.body, values),
    also: toParagraphs(text.closing, values),
  });
}

/** A text that was stored for other placeholders would show their names, or lack what is needed. */
function textOf(kind: LetterKind, stored: EditableText | null): EditableText {
  const isUsable = stored && Object.keys(letterProblems(kind, stored)).length === 0;
  return isUsable ? stored : letterOriginals[kind];
}
