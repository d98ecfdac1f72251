export const maxPastedLines = 200;
export const maxPastedLineLength = 200;
const maxQuantity = 1_000_000;

export type PastedLine = { number: string; quantity: number };

/** "PW-1042 4", "4 x PW-1042", "PW-1042;4" or "PW-1042": a part number and how many. */
export function readPastedLine(line: string): PastedLine {
  const text = line.replace(/["']/g, "").trim();
  const [, before, rest] = /^(\d{1,7})\s*[x×*]\s+(\S.*)$/i.exec(text) ?? [];
  if (before && rest) return limit(rest, before);
  const [, number, after] =
    /^(.*?\S)\s*[\t;,| ]\s*(?:[x×*]\s*)?(\d{1,7})(?:\s*(?:pcs?|pieces)\.?)?\s*[;,]?$/i.exec(text) ??
    [];
  // A number of groups such as "8V0 615 301" is no quantity.
  if (number && after && (/[\t;,|x×*]\s*\d+\D*$/i.test(text) || after.length < 3)) {
    return limit(number, after);
  }
  return limit(text, "1");
}

function limit(number: string, quantity: string): PastedLine {
  const count = Math.min(Math.max(Number(quantity), 1), maxQuantity);
  return { number: number.replace(/[\t;,|\s]+$/, ""), quantity: count };
}

export function splitPasted(text: string): string[] {
  return text
    .split(/[\r\n\u2028\u2029]+/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
