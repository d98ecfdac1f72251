// What must never stand in a log. First of all nothing of it is logged: no body, no query, no header
// and no address as it was asked. These are for what is logged by mistake, or stands in an error.

const secretNames = ["password", "token", "secret", "authorization", "cookie", "email", "body"];
/** For pino's `redact`: fields of these names, at the top and one level below. */
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
  // Ours have 43 letters, hashes 64; no word, name or id has so many without a break.
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

/** Of a line of JSON, each text: so it stays JSON whatever is hidden. */
export function redactLine(line: string): string {
  const redacted = JSON.parse(line, (_, value) =>
    typeof value === "string" ? redact(value) : value,
  );
  return `${JSON.stringify(redacted)}\n`;
}

/** By its last digit, as cards have it (Luhn). */
function isCard(written: string): boolean {
  const digits = [...written.replace(/\D/g, "")].map(Number).reverse();
  const sum = digits
    .map((digit, at) => (at % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)))
    .reduce((one, other) => one + other, 0);
  return sum % 10 === 0;
}
