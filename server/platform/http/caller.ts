import { isIP } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Person } from "#contract/identity.ts";
import type { Refusal } from "#contract/refusals.ts";

type WithHeaders = Pick<FastifyRequest, "headers">;

export type Session = {
  id: string;
  person: Person;
  isConfirmed: boolean;
  isConfirmedAsAdmin: boolean;
  /** Proved at some time by a second factor. */
  hasFactor: boolean;
  /** An admin who has no rights of one before a second factor. */
  lacksFactor: boolean;
  /** Of a program with a key, instead of a person with a session. */
  keyName?: string;
};

export type Caller = {
  person: Person | null;
  session: string | null;
  isConfirmed: boolean;
  isConfirmedAsAdmin: boolean;
  hasFactor: boolean;
  lacksFactor: boolean;
  address: string;
  agent: string;
  waitedMs: number;
  keyName?: string | undefined;
  /** Why a request is nobody's, where its token says more than that it has none. */
  notSignedIn?: Refusal;
  /** Of an admin whose role does not include the call: then it finds only what is their own. */
  refusedAsAdmin?: Refusal;
  /** Set by a handler: the reply if the deadline of the request passes first. */
  replyWhenLate?: Refusal;
  cookie(name: string): string | undefined;
  setCookie(cookie: string): void;
};

export const anonymousCaller: Caller = {
  person: null,
  session: null,
  isConfirmed: false,
  isConfirmedAsAdmin: false,
  hasFactor: false,
  lacksFactor: false,
  address: "",
  agent: "",
  waitedMs: 0,
  cookie: () => undefined,
  setCookie: () => {},
};

export function createCaller(
  request: FastifyRequest,
  reply: FastifyReply,
  session: Session | null,
  waitedMs = 0,
): Caller {
  return {
    person: session?.person ?? null,
    session: session?.id ?? null,
    isConfirmed: session?.isConfirmed ?? false,
    isConfirmedAsAdmin: session?.isConfirmedAsAdmin ?? false,
    hasFactor: session?.hasFactor ?? false,
    lacksFactor: session?.lacksFactor ?? false,
    keyName: session?.keyName,
    address: addressOf(request),
    waitedMs,
    agent: request.headers["user-agent"]?.slice(0, 300) ?? "",
    cookie: (name) => readCookie(request, name),
    setCookie: (cookie) => void reply.header("set-cookie", cookie),
  };
}

/** What a proxy tells need not be an address: then it is the proxy's own. */
export const addressOf = ({ ip, socket }: Pick<FastifyRequest, "ip" | "socket">): string =>
  isIP(ip) ? ip : (socket.remoteAddress ?? "");

/** Of two cookies with one name neither counts: another host may have set one. */
export function readCookie(request: WithHeaders, name: string): string | undefined {
  const begin = `${name}=`;
  const cookies = request.headers.cookie?.split("; ") ?? [];
  const [found, another] = cookies.filter((cookie) => cookie.startsWith(begin));
  return another === undefined ? found?.slice(begin.length) : undefined;
}

export function readBearerToken(request: WithHeaders): string | undefined {
  return /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? "")?.[1];
}

export function hasBearerToken(request: WithHeaders): boolean {
  return /^Bearer\b/i.test(request.headers.authorization ?? "");
}
