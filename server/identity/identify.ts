// Finds out who asks: by the access token where one is shown, else by the browser's cookie.
import type { Identify } from "#server/http/access.ts";
import { readBearer, readCookie, showsBearer } from "#server/http/caller.ts";
import type { Shop } from "#server/shop.ts";
import { cookieName } from "./cookies.ts";
import { findByAccessToken, findBySessionToken } from "./sessions.ts";
import { sessionCookie } from "./start-session.ts";

export function identifyBy(shop: Shop): Identify {
  return async (request) => {
    if (showsBearer(request)) {
      const token = readBearer(request);
      return token ? findByAccessToken(shop.db, token) : null;
    }
    const token = readCookie(request, cookieName(shop.origin, sessionCookie));
    return token ? findBySessionToken(shop.db, token) : null;
  };
}
