import { refuse } from "#contract/refusals.ts";
import type { Context } from "#server/context.ts";
import type { Identify } from "#server/platform/http/access.ts";
import {
  hasBearerToken,
  readBearerToken,
  readCookie,
  type Session,
} from "#server/platform/http/caller.ts";
import { cookieName } from "#server/platform/http/cookies.ts";
import { findByApiKey, isApiKey } from "./api-keys/store.ts";
import { type FoundSession, findByAccessToken, findBySessionToken } from "./sessions.ts";
import { sessionCookie } from "./start-session.ts";

export function makeIdentify(context: Context): Identify {
  return async (request) => {
    const isBearer = hasBearerToken(request);
    const token = isBearer
      ? readBearerToken(request)
      : readCookie(request, cookieName(context.origin, sessionCookie));
    if (!token) return null;
    if (isBearer && isApiKey(token)) return (await byApiKey(context, token)) ?? wrongKey;
    const find = isBearer ? findByAccessToken : findBySessionToken;
    const session = await find(context.db, token);
    return session && toSession(context, session);
  };
}

const wrongKey = refuse("not-signed-in", "This API key is not valid.");

/** A program has no second factor: where the shop requires one, it does not make what needs it. */
async function byApiKey(context: Context, token: string): Promise<Session | null> {
  const found = await findByApiKey(context.db, token);
  return (
    found && {
      id: "",
      ...found,
      isConfirmed: false,
      hasFactor: false,
      lacksFactor: false,
      isConfirmedAsAdmin: !(await isRequired(context)),
    }
  );
}

/** Where admins need a second factor, a session without one has no rights of an admin. */
async function toSession(context: Context, found: FoundSession): Promise<Session> {
  const { id, isConfirmed, isFactorFresh, hasFactor } = found;
  const { role, adminRole, ...person } = found.person;
  const mustHaveFactor = role === "admin" && (await isRequired(context));
  const lacksFactor = mustHaveFactor && !hasFactor;
  return {
    id,
    isConfirmed,
    hasFactor,
    lacksFactor,
    isConfirmedAsAdmin: !mustHaveFactor || isFactorFresh,
    person: {
      ...person,
      ...(role && !lacksFactor && { role }),
      ...(adminRole && !lacksFactor && { adminRole }),
      img: context.filterPicture(person.img),
    },
  };
}

const isRequired = async ({ settings }: Context) => (await settings()).security.requireSecondFactor;
