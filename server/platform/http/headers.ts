import { createHash } from "node:crypto";
import { firstPaintScript } from "#contract/pages/first-paint.ts";
import { cspReportPath } from "./serve-csp-reports.ts";

const firstPaint = createHash("sha256").update(firstPaintScript).digest("base64");

const cspSourcesByOrigin: Record<string, { scripts: string; frames: string; calls: string }> = {
  "https://js.stripe.com": {
    scripts: "https://js.stripe.com https://*.js.stripe.com",
    frames: "https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com",
    calls: "https://api.stripe.com",
  },
};

function contentSecurityPolicy(
  scriptOfProvider: string | undefined,
  pictureHosts: readonly string[],
): string {
  const origin = scriptOfProvider && new URL(scriptOfProvider).origin;
  const defaultSources = origin && { scripts: origin, frames: origin, calls: origin };
  const sources = origin ? (cspSourcesByOrigin[origin] ?? defaultSources) : undefined;
  return [
    "default-src 'self'",
    `script-src 'self' 'sha256-${firstPaint}'${sources ? ` ${sources.scripts}` : ""}`,
    ...(sources ? [`frame-src ${sources.frames}`, `connect-src 'self' ${sources.calls}`] : []),
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ["img-src 'self' data:", ...pictureHosts.map((host) => new URL(host).origin)].join(" "),
    "object-src 'none'",
    `report-uri ${cspReportPath}`,
  ].join("; ");
}

export function commonHeaders({
  origin,
  provider,
  pictureHosts,
}: {
  origin: string;
  provider: { script: string } | undefined;
  pictureHosts: readonly string[];
}): Record<string, string> {
  return {
    "content-security-policy": contentSecurityPolicy(provider?.script, pictureHosts),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "strict-origin-when-cross-origin",
    "x-content-type-options": "nosniff",
    ...(origin.startsWith("https:") && {
      "strict-transport-security": "max-age=31536000; includeSubDomains",
    }),
  };
}

const unusedFeatures = [
  "accelerometer",
  "geolocation",
  "gyroscope",
  "magnetometer",
  "microphone",
  "midi",
  "usb",
];
const htmlHeaders = {
  // The bar code of a VIN is read by the camera.
  "permissions-policy": [...unusedFeatures.map((name) => `${name}=()`), "camera=(self)"].join(", "),
  // Reported only, because the card provider's script is not ours.
  "content-security-policy-report-only": `require-trusted-types-for 'script'; report-uri ${cspReportPath}`,
};

export function pageHeaders(type: unknown): Record<string, string> {
  return String(type).startsWith("text/html") ? htmlHeaders : {};
}
