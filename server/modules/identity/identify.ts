// Finds out who asks: by the access token where one is shown, else by the browser's cookie.
import type { FastifyRequest } from "fastify";
import { type ShowPicture, showPictures } from "#server/platform/config/person-pictures.ts";
import type { Identify } from "#server/platform/http/access.ts";
import { readBearer, readCookie, type Session, showsBearer } from "#server/platform/http/caller.ts";
import type { IdentityContext } from "./context.ts";
import { cookieName } from "./cookies.ts";
import { findByAccessToken, findBySessionToken } from "./sessions.ts";
import { sessionCookie } from "./start-session.ts";

export function identifyBy(context: IdentityContext): Identify {
  const show = showPictures(context.env);
  return async (request) => {
    const session = await findSession(context, request);
    return session && withPicture(session, show);
  };
}

async function findSession(
  context: IdentityContext,
  request: FastifyRequest,
): Promise<Session | null> {
  if (showsBearer(request)) {
    const token = readBearer(request);
    return token ? findByAccessToken(context.db, token) : null;
  }
  const token = readCookie(request, cookieName(context.origin, sessionCookie));
  return token ? findBySessionToken(context.db, token) : null;
}

function withPicture({ id, person }: Session, show: ShowPicture): Session {
  return { id, person: { ...person, img: show(person.img) } };
}
