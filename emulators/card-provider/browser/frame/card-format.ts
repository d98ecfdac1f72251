export type Problem = { code: string; message: string };
export type ParsedInput = { isComplete: boolean; problem?: Problem };

const problems = {
  incomplete_number: "Your card number is incomplete.",
  invalid_number: "Your card number is invalid.",
  incomplete_expiry: "Your card's expiration date is incomplete.",
  invalid_expiry_month_past: "Your card's expiration date is in the past.",
  invalid_expiry_year_past: "Your card's expiration year is in the past.",
  invalid_expiry_year: "Your card's expiration year is invalid.",
  incomplete_cvc: "Your card's security code is incomplete.",
  incomplete_zip: "Your postal code is incomplete.",
} as const;

export function problem(code: keyof typeof problems): Problem {
  return { code, message: problems[code] };
}

const brands: { name: string; begins: RegExp; lengths: number[] }[] = [
  { name: "amex", begins: /^3[47]/, lengths: [15] },
  { name: "diners", begins: /^(30[0-5]|3[689])/, lengths: [14, 16] },
  { name: "jcb", begins: /^35/, lengths: [16] },
  { name: "visa", begins: /^4/, lengths: [16] },
  { name: "mastercard", begins: /^(5[1-5]|2[2-7])/, lengths: [16] },
  { name: "discover", begins: /^6(011|5|4[4-9])/, lengths: [16] },
  { name: "unionpay", begins: /^62/, lengths: [16, 17, 18, 19] },
];

export function findBrand(digits: string): string {
  return brands.find(({ begins }) => begins.test(digits))?.name ?? "unknown";
}

export function maxDigits(digits: string): number {
  return Math.max(...lengthsOf(digits));
}

function lengthsOf(digits: string): number[] {
  return brands.find(({ begins }) => begins.test(digits))?.lengths ?? [16];
}

export function formatNumber(digits: string): string {
  const groups = /^3[47]/.test(digits)
    ? [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10)]
    : (digits.match(/.{1,4}/g) ?? []);
  return groups.filter(Boolean).join(" ");
}

export function readNumber(digits: string): ParsedInput {
  const lengths = lengthsOf(digits);
  if (!lengths.includes(digits.length)) return { isComplete: false };
  if (passesLuhn(digits)) return { isComplete: true };
  return digits.length === Math.max(...lengths)
    ? { isComplete: false, problem: problem("invalid_number") }
    : { isComplete: false };
}

export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (const [index, digit] of [...digits].reverse().entries()) {
    const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** `4` is April; `13` is January and a 3. */
export function normalizeExpiry(digits: string): string {
  if (/^[2-9]/.test(digits) || /^1[3-9]/.test(digits)) return `0${digits}`;
  return /^00/.test(digits) ? "0" : digits;
}

export function formatExpiry(digits: string): string {
  return digits.length < 2 ? digits : `${digits.slice(0, 2)} / ${digits.slice(2)}`;
}

export function readExpiry(digits: string, today = new Date()): ParsedInput {
  if (digits.length < 4) return { isComplete: false };
  const month = Number(digits.slice(0, 2));
  const year = 2_000 + Number(digits.slice(2));
  if (year < today.getFullYear()) {
    return { isComplete: false, problem: problem("invalid_expiry_year_past") };
  }
  if (year > today.getFullYear() + 50) {
    return { isComplete: false, problem: problem("invalid_expiry_year") };
  }
  if (year === today.getFullYear() && month < today.getMonth() + 1) {
    return { isComplete: false, problem: problem("invalid_expiry_month_past") };
  }
  return { isComplete: true };
}

export function cvcLength(brand: string): number {
  return brand === "amex" ? 4 : 3;
}
