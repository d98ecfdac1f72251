// Who asks, and from where: what handlers get to know of a request.
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Person } from "#contract/identity.ts";

/** What the rest of the shop knows of a session. */
export type Session = { id: string; person: Person };

export type Caller = {
  person: Person | null;
  /** The id of the session that the request belongs to. */
  session: string | null;
  address: string;
  agent: string;
  /** How long it took to find out, in milliseconds. */
  waited: number;
  /** What cookie the browser sent. */
  cookie(name: string): string | undefined;
  setCookie(cookie: string): void;
};

/** The shop itself, when it makes pages for everyone. */
export const anonymousCaller: Caller = {
  person: null,
  session: null,
  address: "",
  agent: "",
  waited: 0,
  cookie: () => undefined,
  setCookie: () => {},
};

export function createCaller(
  request: FastifyRequest,
  reply: FastifyReply,
  session: Session | null,
  waited = 0,
): Caller {
  return {
    person: session?.person ?? null,
    session: session?.id ?? null,
    address: request.ip,
    waited,
    agent: request.headers["user-agent"]?.slice(0, 300) ?? "",
    cookie: (name) => readCookie(request, name),
    setCookie: (cookie) => void reply.header("set-cookie", cookie),
  };
}

/** Of two cookies of one name nobody can tell which is ours: then neither counts. */
export function readCookie(request: FastifyRequest, name: string): string | undefined {
  const begin = `${name}=`;
  const cookies = request.headers.cookie?.split("; ") ?? [];
  const [found, another] = cookies.filter((cookie) => cookie.startsWith(begin));
  return another === undefined ? found?.slice(begin.length) : undefined;
}

/** The token that a caller shows instead of a cookie. */
export function readBearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
}

export function hasBearerToken(request: FastifyRequest): boolean {
  return /^Bearer\b/i.test(request.headers.authorization ?? "");
}
