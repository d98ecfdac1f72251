import type { Identify } from "#server/platform/http/access.ts";
import { hasBearerToken, readBearerToken, readCookie } from "#server/platform/http/caller.ts";
import { cookieName } from "#server/platform/http/cookies.ts";
import type { IdentityContext } from "./context.ts";
import { findByAccessToken, findBySessionToken } from "./sessions.ts";
import { sessionCookie } from "./start-session.ts";

/** By the access token if the request carries one, otherwise by the browser's cookie. */
export function makeIdentify(context: IdentityContext): Identify {
  return async (request) => {
    const isBearer = hasBearerToken(request);
    const token = isBearer
      ? readBearerToken(request)
      : readCookie(request, cookieName(context.origin, sessionCookie));
    if (!token) return null;
    const find = isBearer ? findByAccessToken : findBySessionToken;
    const session = await find(context.db, token);
    if (!session) return null;
    const { person } = session;
    return { ...session, person: { ...person, img: context.filterPicture(person.img) } };
  };
}
