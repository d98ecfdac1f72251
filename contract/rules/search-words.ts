// The words by which parts are found; the function search_words of the database agrees.

const capitals = "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ";
const smalls = "абвгдежзийклмнопрстуфхцчшщъыьэюяαβγδεζηθικλμνξοπρστυφχψω";
const lowered = new Map([...capitals].map((letter, at) => [letter, smalls[at] ?? ""]));

const units = "mm|cm|m|v|a|ah|w|kw|kg|g|l|ml|nm|bar|ohm|kohm|teeth|pin|stud";
export const maxSearchWords = 30;
const maxWordLength = 40;

/** "Alternator, 14 V" → alternator, 14v. A unit joins its number, as do the measures of a size. */
export function searchWords(text: string): string[] {
  const latin = text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    .replace(/[А-ЯΑ-Ω]/g, (letter) => lowered.get(letter) ?? letter)
    .replace(/×/g, "x")
    .replace(/([0-9]),(?=[0-9])/g, "$1.")
    .replace(/([0-9]) *x *(?=[0-9])/g, "$1x")
    .replace(new RegExp(`([0-9]) +(${units})(?![a-z0-9-])`, "g"), "$1$2")
    .replace(/(?<![0-9])\./g, " ")
    .replace(/\.(?![0-9])/g, " ");
  const words = latin.match(/[0-9a-z.\u00df-\u1fff\u2c00-\u2dff\u3040-\ud7ff]+/g) ?? [];
  const bounded = words.map((word) => word.slice(0, maxWordLength).replace(/\.$/, ""));
  return [...new Set(bounded)].slice(0, maxSearchWords);
}

export function singular(word: string): string {
  if (word.length < 4 || /[^a-z]/.test(word) || /(ss|us|is)$/.test(word)) return word;
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (/(ch|sh|x|ss|z)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith("s") ? word.slice(0, -1) : word;
}
