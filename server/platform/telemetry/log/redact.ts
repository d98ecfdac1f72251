// A second line of defence: bodies, queries, headers and URLs are not logged in the first place.

const secretNames = ["password", "token", "secret", "authorization", "cookie", "email", "body"];
export const hiddenFields = [...secretNames, "headers"].flatMap((name) => [name, `*.${name}`]);

const hidden: [RegExp, string][] = [
  [/(\w+:\/\/)[^\s/@"']+@/g, "$1[hidden]@"],
  [/\b(bearer|basic)\s+[^\s"',;]+/gi, "$1 [hidden]"],
  [/\b(?:[spr]k|whsec)_[\w-]+/g, "[key]"],
  [/\w+_secret_\w+/g, "[secret]"],
  [
    /((?:password|passphrase|secret|token|cookie|authorization|session|cvc)\w*["']?\s*[:=]\s*["']?)[^\s"',;&]+/gi,
    "$1[hidden]",
  ],
  // Tokens have 43 characters, hashes 64.
  [/(?<![\w/.-])[\w-]{40,}(?![\w/.-])/g, "[token]"],
  [/[^\s"'<>()@:;,=/\\]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/gi, "[e-mail]"],
];
/** Ids match first: the digits of one in five hundred pass for a card number. */
const idOrDigits =
  /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b|(?<!\d)(\d(?:[ -]?\d){12,18})(?!\d)/g;

export function redact(text: string): string {
  let safe = text.replace(idOrDigits, (match, digits) =>
    digits && isCard(digits) ? "[card]" : match,
  );
  for (const [pattern, instead] of hidden) safe = safe.replace(pattern, instead);
  return safe;
}

export function redactLine(line: string): string {
  const redacted = JSON.parse(line, (_, value) =>
    typeof value === "string" ? redact(value) : value,
  );
  return `${JSON.stringify(redacted)}\n`;
}

function isCard(written: string): boolean {
  const digits = [...written.replace(/\D/g, "")].map(Number).reverse();
  const sum = digits
    .map((digit, at) => (at % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)))
    .reduce((one, other) => one + other, 0);
  return sum % 10 === 0;
}
