// What every answer of the shop carries, whatever it is; and what pages carry besides.
import { createHash } from "node:crypto";
import { firstPaintScript } from "#contract/pages/first-paint.ts";
import { cspReportPath } from "./serve-csp-reports.ts";

/** The one script that stands in the pages themselves, as it is and not otherwise. */
const firstPaint = createHash("sha256").update(firstPaintScript).digest("base64");

/** What the card provider's own script needs, as its documentation says. */
const needsOf: Record<string, { scripts: string; frames: string; calls: string }> = {
  "https://js.stripe.com": {
    scripts: "https://js.stripe.com https://*.js.stripe.com",
    frames: "https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com",
    calls: "https://api.stripe.com",
  },
};

function contentSecurityPolicy(scriptOfProvider: string | undefined): string {
  const origin = scriptOfProvider && new URL(scriptOfProvider).origin;
  const alone = origin && { scripts: origin, frames: origin, calls: origin };
  const needs = origin ? (needsOf[origin] ?? alone) : undefined;
  return [
    "default-src 'self'",
    `script-src 'self' 'sha256-${firstPaint}'${needs ? ` ${needs.scripts}` : ""}`,
    ...(needs ? [`frame-src ${needs.frames}`, `connect-src 'self' ${needs.calls}`] : []),
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "img-src 'self' data: https: http:",
    "object-src 'none'",
    `report-uri ${cspReportPath}`,
  ].join("; ");
}

export function commonHeaders({
  origin,
  provider,
}: {
  origin: string;
  provider: { script: string } | undefined;
}): Record<string, string> {
  return {
    "content-security-policy": contentSecurityPolicy(provider?.script),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "strict-origin-when-cross-origin",
    "x-content-type-options": "nosniff",
    ...(origin.startsWith("https:") && {
      "strict-transport-security": "max-age=31536000; includeSubDomains",
    }),
  };
}

/** What no page of ours ever asks for, whatever stands in it. */
const unused = [
  "accelerometer",
  "camera",
  "geolocation",
  "gyroscope",
  "magnetometer",
  "microphone",
];
const forPages = {
  "permissions-policy": [...unused, "midi", "usb"].map((name) => `${name}=()`).join(", "),
  // Text becomes code nowhere. Reported only: what the card provider's script does is not ours.
  "content-security-policy-report-only": `require-trusted-types-for 'script'; report-uri ${cspReportPath}`,
};

/** Those of pages, for what is one. */
export function pageHeaders(type: unknown): Record<string, string> {
  return String(type).startsWith("text/html") ? forPages : {};
}
