// The form in which part numbers are compared; the function part_number_norm of the database agrees.

const written = "АВЕКМНОРСТУХавекмнорстухÄÖÜäöü";
const read = "ABEKMHOPCTYXABEKMHOPCTYXAOUAOU";
const lookAlikes = new Map([...written].map((letter, at) => [letter, read[at] ?? ""]));

/** "8v0 615-301 а" → "8V0615301A": punctuation falls away, letters that look alike fall together. */
export function normalizePartNumber(number: string): string {
  const latin = Array.from(number, (letter) => lookAlikes.get(letter) ?? letter).join("");
  return latin.replace(/[^0-9A-Za-z]/g, "").toUpperCase();
}

export const maxNumberLength = 60;
const normLength = { min: 2, max: 40 };

export function partNumberProblem(number: string): string | undefined {
  const { length } = normalizePartNumber(number);
  if (length < normLength.min) return "A number needs at least two letters or digits";
  if (length > normLength.max) return "A number has at most 40 letters and digits";
  return undefined;
}

export function ownNumberProblem(number: string): string | undefined {
  if (!/^[A-Za-z0-9][A-Za-z0-9 .-]*$/.test(number)) {
    return "Please use only letters, digits, spaces, dots and hyphens";
  }
  return partNumberProblem(number);
}

const lengths = [8, 12, 13, 14];

export function isGtin(digits: string): boolean {
  if (!/^\d+$/.test(digits) || !lengths.includes(digits.length)) return false;
  return Number(digits.at(-1)) === gtinCheckDigit(digits.slice(0, -1));
}

/** A GTIN in each of its lengths: shorter ones have fewer zeros in front. */
export function gtinForms(digits: string): string[] {
  if (!isGtin(digits)) return [];
  const short = digits.replace(/^0+/, "");
  return lengths
    .filter((length) => length >= short.length)
    .map((length) => short.padStart(length, "0"));
}

export function gtinCheckDigit(digits: string): number {
  let sum = 0;
  for (const [at, digit] of [...digits].reverse().entries()) {
    sum += Number(digit) * (at % 2 === 0 ? 3 : 1);
  }
  return (10 - (sum % 10)) % 10;
}
