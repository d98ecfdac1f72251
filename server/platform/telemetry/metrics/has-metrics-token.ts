import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/** False without a token: a proxy on this machine makes every visitor's address a loopback one. */
export function hasMetricsToken(
  { authorization = "" }: IncomingHttpHeaders,
  token: string | undefined,
): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return Boolean(token) && timingSafeEqual(digest(authorization), digest(`Bearer ${token}`));
}
