// The cookies that identity uses. No script can read them, and no other site's form sends them.

/** One day, in seconds. */
export const daySeconds = 24 * 60 * 60;

/**
 * On https the browser itself holds the name to this host and to encrypted lines. On http, as on
 * one's own machine, shops on different ports share their cookies, so the port is in the name.
 */
export function cookieName(origin: string, name: string): string {
  const { protocol, port } = new URL(origin);
  return protocol === "https:" ? `__Host-${name}` : `${name}-${port || 80}`;
}

export function makeCookie(origin: string, name: string, value: string, maxAge: number): string {
  const secure = origin.startsWith("https:") ? "; Secure" : "";
  return `${cookieName(origin, name)}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
}

export function makeExpiredCookie(origin: string, name: string): string {
  return makeCookie(origin, name, "", 0);
}
