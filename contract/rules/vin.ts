/** What people type: spaces, dashes and small letters do not matter. */
export function normalizeVin(written: string): string {
  return written.toUpperCase().replace(/[\s-]/g, "");
}

const lookAlikes: Record<string, string> = { I: "1", O: "0", Q: "0" };

export function vinProblem(vin: string): string | undefined {
  const wrong = /[^A-HJ-NPR-Z0-9]/.exec(vin);
  if (wrong) {
    const [sign] = wrong;
    const meant = lookAlikes[sign];
    const hint = meant ? `; it may be ${meant}` : "";
    return `Place ${wrong.index + 1} is “${sign}”, which no VIN has${hint}.`;
  }
  if (vin.length === 17) return undefined;
  const count = Math.abs(17 - vin.length);
  const difference = `${count === 1 ? "one is" : `${count} are`} ${vin.length < 17 ? "missing" : "too many"}`;
  return `A VIN has 17 characters; this one has ${vin.length}, ${difference}.`;
}

const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
const letters = "ABCDEFGHJKLMNPRSTUVWXYZ";
const values = [1, 2, 3, 4, 5, 6, 7, 8, 1, 2, 3, 4, 5, 7, 9, 2, 3, 4, 5, 6, 7, 8, 9];

/** What place 9 is where it is a check digit (ISO 3779, 49 CFR 565). */
export function vinCheckDigit(vin: string): string {
  const sum = weights.reduce((total, weight, at) => {
    const sign = vin[at] ?? "0";
    const value = /\d/.test(sign) ? Number(sign) : (values[letters.indexOf(sign)] ?? 0);
    return total + weight * value;
  }, 0);
  return sum % 11 === 10 ? "X" : String(sum % 11);
}

const yearCodes = "ABCDEFGHJKLMNPRSTVWXY123456789";

/** Place 10 repeats every 30 years. Where there is a check digit, place 7 tells which. */
export function vinYears(vin: string, hasCheckDigit: boolean): number[] {
  const at = yearCodes.indexOf(vin[9] ?? "");
  if (at < 0) return [];
  const years = [1980 + at, 2010 + at];
  if (!hasCheckDigit) return years;
  return years.slice(/\d/.test(vin[6] ?? "") ? 0 : 1).slice(0, 1);
}

/** Makers of few cars have 9 at place 3, and three further signs at places 12 to 14. */
export function vinMaker(vin: string): string {
  return vin[2] === "9" ? vin.slice(0, 3) + vin.slice(11, 14) : vin.slice(0, 3);
}

/**
 * In the form of vPIC: places 4 to 8, then "|" and places 10 to 17. "*" is any sign, "#" a digit,
 * "[A-C]" one of several; what is not written may be anything.
 */
export function matchesVinPattern(pattern: string, vin: string): boolean {
  const [head = "", tail = ""] = pattern.split("|");
  return matchesStart(head, vin.slice(3, 8)) && matchesStart(tail, vin.slice(9));
}

function matchesStart(pattern: string, signs: string): boolean {
  const places = pattern.match(/\[[^\]]*\]|./g) ?? [];
  return (
    places.length <= signs.length &&
    places.every((place, at) => matchesSign(place, signs[at] ?? ""))
  );
}

function matchesSign(place: string, sign: string): boolean {
  if (place === "*") return true;
  if (place === "#") return /\d/.test(sign);
  if (place.length === 1) return place === sign;
  const ranges = place.slice(1, -1).match(/.-.|./g) ?? [];
  return ranges.some((range) => sign >= (range[0] ?? "") && sign <= (range.at(-1) ?? ""));
}

/** Whether a pattern may be of this model year, which place 10 names. */
export function vinPatternHasYear(pattern: string, year: number): boolean {
  const [place = ""] = pattern.split("|")[1]?.match(/\[[^\]]*\]|./) ?? [];
  return matchesStart(place, yearCodes[(year - 1980) % 30] ?? "");
}
