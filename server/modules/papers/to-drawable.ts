/** What the font has. PDF/A allows no character without a glyph. */
const missing =
  /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\n\x20-\x7e\u00a0-\u00ff\u2010-\u2027\u2030-\u203a\u20ac\u2116\u2122\u2190-\u2193\u2212]/gu;

export function toDrawable(text: string): string {
  return text.normalize("NFC").replace(/\r\n?/g, "\n").replace(missing, "?");
}
