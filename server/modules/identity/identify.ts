// Finds out who asks: by the access token where one is shown, else by the browser's cookie.
import type { FastifyRequest } from "fastify";
import { createPictureFilter, type PictureFilter } from "#server/platform/config/picture-filter.ts";
import type { Identify } from "#server/platform/http/access.ts";
import {
  hasBearerToken,
  readBearerToken,
  readCookie,
  type Session,
} from "#server/platform/http/caller.ts";
import type { IdentityContext } from "./context.ts";
import { cookieName } from "./cookies.ts";
import { findByAccessToken, findBySessionToken } from "./sessions.ts";
import { sessionCookie } from "./start-session.ts";

export function makeIdentify(context: IdentityContext): Identify {
  const show = createPictureFilter(context.env);
  return async (request) => {
    const session = await findSession(context, request);
    return session && withPicture(session, show);
  };
}

async function findSession(
  context: IdentityContext,
  request: FastifyRequest,
): Promise<Session | null> {
  if (hasBearerToken(request)) {
    const token = readBearerToken(request);
    return token ? findByAccessToken(context.db, token) : null;
  }
  const token = readCookie(request, cookieName(context.origin, sessionCookie));
  return token ? findBySessionToken(context.db, token) : null;
}

function withPicture({ id, person }: Session, show: PictureFilter): Session {
  return { id, person: { ...person, img: show(person.img) } };
}
