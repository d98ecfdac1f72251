// Finds out who asks: by the access token where one is shown, else by the browser's cookie.
import type { FastifyRequest } from "fastify";
import type { Identify } from "#server/http/access.ts";
import { readBearer, readCookie, type Session, showsBearer } from "#server/http/caller.ts";
import { type ShowPicture, showPictures } from "#server/person-pictures.ts";
import type { Shop } from "#server/shop.ts";
import { cookieName } from "./cookies.ts";
import { findByAccessToken, findBySessionToken } from "./sessions.ts";
import { sessionCookie } from "./start-session.ts";

export function identifyBy(shop: Shop): Identify {
  const show = showPictures(shop.env);
  return async (request) => {
    const session = await findSession(shop, request);
    return session && withPicture(session, show);
  };
}

async function findSession(shop: Shop, request: FastifyRequest): Promise<Session | null> {
  if (showsBearer(request)) {
    const token = readBearer(request);
    return token ? findByAccessToken(shop.db, token) : null;
  }
  const token = readCookie(request, cookieName(shop.origin, sessionCookie));
  return token ? findBySessionToken(shop.db, token) : null;
}

function withPicture({ id, person }: Session, show: ShowPicture): Session {
  return { id, person: { ...person, img: show(person.img) } };
}
