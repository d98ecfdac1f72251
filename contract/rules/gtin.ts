const lengths = [8, 12, 13, 14];

/** GTIN-8, 12, 13 or 14 with its right check digit. */
export function isGtin(digits: string): boolean {
  if (!/^\d+$/.test(digits) || !lengths.includes(digits.length)) return false;
  return Number(digits.at(-1)) === gtinCheckDigit(digits.slice(0, -1));
}

export function gtinCheckDigit(digits: string): number {
  let sum = 0;
  for (const [at, digit] of [...digits].reverse().entries()) {
    sum += Number(digit) * (at % 2 === 0 ? 3 : 1);
  }
  return (10 - (sum % 10)) % 10;
}

/** One article has the same number in each length. */
export function toGtin14(digits: string): string {
  return digits.padStart(14, "0");
}
