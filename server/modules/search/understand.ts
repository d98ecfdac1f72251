import { searchWords, singular } from "#contract/rules/search-words.ts";
import type { Chip } from "#contract/search.ts";
import type { Attribute, Dictionary, KnownType } from "./dictionary.ts";

export type Size = { text: string; attributes: Attribute[]; numbers: number[]; choices: string[] };
export type Understood = {
  type: KnownType | undefined;
  typeWords: string[];
  brand: Dictionary["brands"][number] | undefined;
  sizes: Size[];
  words: string[];
  chips: Chip[];
};

const noWords = new Set(["a", "an", "and", "for", "in", "of", "or", "the", "with"]);

/** More do not say what the size is of. */
const mostNames = 3;

/** "M 20 x 1.5", and "м20х1.5" of another keyboard. */
const joinSizes = (q: string) =>
  q
    .replace(/(\d *)[хХ](?= *\d)/g, "$1x")
    .replace(/(?<![\p{L}\d])[mMмМ] *(?=\d+([.,]\d+)? *[xX×] *\d)/gu, "m");

/** The longest names go first: "brake disc" is not a brake. */
export function understand(q: string, dictionary: Dictionary): Understood {
  let words = searchWords(joinSizes(q));
  const chips: Chip[] = [];
  const take = (name: readonly string[]) => {
    const at = findPhrase(words, name);
    if (at === -1) return undefined;
    const text = words.slice(at, at + name.length).join(" ");
    words = words.toSpliced(at, name.length);
    return text;
  };
  const named = dictionary.typeNames.find(({ type, words }) => {
    const text = take(words);
    if (text !== undefined) chips.push({ kind: "type", text, meaning: type.name });
    return text !== undefined;
  });
  const brand = dictionary.brandNames.find((brand) => {
    const text = take(brand.words);
    if (text !== undefined) chips.push({ kind: "brand", text, meaning: brand.name });
    return text !== undefined;
  });
  const sizes = words.flatMap((word) => readSize(word, dictionary) ?? []);
  for (const { text, attributes } of sizes) {
    const names = [...new Set(attributes.map(({ name }) => name.toLowerCase()))];
    const of = names.length <= mostNames ? `: ${names.join(", ")}` : "";
    chips.push({ kind: "size", text, meaning: spaceUnit(text) + of });
  }
  const isRest = (word: string) => !noWords.has(word) && !sizes.some(({ text }) => text === word);
  const { type, words: typeWords = [] } = named ?? {};
  return { type, typeWords, brand, sizes, words: words.filter(isRest), chips };
}

function findPhrase(words: readonly string[], phrase: readonly string[]): number {
  return words.findIndex((_, at) =>
    phrase.every((word, i) => singular(words[at + i] ?? "") === word),
  );
}

/** "14v" if something is measured in volts; "m20x1.5" if something can be chosen so. */
function readSize(word: string, { attributes }: Dictionary): Size | undefined {
  const [, number, unit] = /^(\d{1,7}(?:\.\d{1,4})?)([a-z]{1,5})$/.exec(word) ?? [];
  const all = [...attributes.values()].flat();
  const measured = all.filter((each) => unit && each.unit?.toLowerCase() === unit);
  if (number && measured.length > 0) {
    const choices = [number, word, spaceUnit(word)];
    return { text: word, attributes: measured, numbers: [Number(number)], choices };
  }
  if (!/^m?\d+(\.\d+)?(x\d+(\.\d+)?)+$/.test(word)) return undefined;
  const chosen = all.filter(({ kind, facet }) => kind === "choice" && facet);
  if (chosen.length === 0) return undefined;
  const written = word.replace(/^m/, "M");
  const choices = [written, written.replaceAll("x", " x "), written.replaceAll("x", "×")];
  return {
    text: word,
    attributes: chosen,
    numbers: [],
    choices: [...choices, written.replaceAll("x", " × "), word],
  };
}

function spaceUnit(word: string): string {
  return word.replace(/^([\d.]+)(v|a|ah|w|kw)$/, (_, number: string, unit: string) => {
    return `${number} ${unit[0] === "k" ? "kW" : unit.replace(/^./, (first) => first.toUpperCase())}`;
  });
}
