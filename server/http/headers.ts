// What every answer of the shop carries, whatever it is.
import { createHash } from "node:crypto";
import { firstPaintScript } from "#contract/first-paint.ts";

/** The one script that stands in the pages themselves, as it is and not otherwise. */
const firstPaint = createHash("sha256").update(firstPaintScript).digest("base64");

const contentSecurityPolicy = [
  "default-src 'self'",
  `script-src 'self' 'sha256-${firstPaint}'`,
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "img-src 'self' data: https: http:",
  "object-src 'none'",
].join("; ");

export function commonHeaders(origin: string): Record<string, string> {
  return {
    "content-security-policy": contentSecurityPolicy,
    "cross-origin-opener-policy": "same-origin",
    "referrer-policy": "strict-origin-when-cross-origin",
    "x-content-type-options": "nosniff",
    ...(origin.startsWith("https:") && {
      "strict-transport-security": "max-age=31536000; includeSubDomains",
    }),
  };
}
