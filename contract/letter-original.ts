/** What admins may write anew. Greeting, facts and links of a letter are the shop's. */
export type EditableText = { subject: string; body: string; closing: string };

/** `values`: what stands for each placeholder, and an example. Never a visitor's own words. */
export type LetterOriginal = EditableText & {
  title: string;
  values: Record<string, readonly [means: string, example: string]>;
  /** Placeholders without which the letter is of no use. */
  needs?: readonly string[];
};
