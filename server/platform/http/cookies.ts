export const daySeconds = 24 * 60 * 60;

/** On https the prefix binds the cookie to this host. On http shops on different ports share cookies, so the port is in the name. */
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
