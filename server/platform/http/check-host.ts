// Validates the Host header; this stops DNS rebinding.
import type { IncomingMessage } from "node:http";
import { isIPv6 } from "node:net";
import type { onRequestHookHandler } from "fastify";
import { type Refusal, refuse } from "#contract/refusals.ts";
import { isLoopback } from "#server/platform/config/env-addresses.ts";
import { RefusalError } from "./refusal-error.ts";

/** Monitoring uses each machine's own name. */
const forMonitoring = /^\/(health|metrics)([/?]|$)/;
const absoluteForm = /^https?:\/\/([^/?#]+)/i;

const notHttp = refuse("malformed", "A request is HTTP/1.1, and for a path of this shop.");
const twoHosts = refuse("malformed", "A request names one Host.");

export function checkHost(origin: () => string): onRequestHookHandler {
  const isOurs = rememberLast(isOurHost);
  return ({ raw, originalUrl: url }, reply, done) => {
    // The host of an absolute URL overrides the header (RFC 9112, 3.2.2).
    const isPath = url.startsWith("/");
    const host = isPath ? raw.headers.host : absoluteForm.exec(url)?.[1];
    const refusal = problem();
    if (refusal) reply.header("connection", "close");
    done(refusal && new RefusalError(refusal));

    function problem(): Refusal | undefined {
      if (!isHttp1(raw) || (!isPath && host === undefined)) return notHttp;
      if (countHosts(raw) > 1) return twoHosts;
      if (isOurs(host, raw.socket.localAddress, origin()) || forMonitoring.test(url)) return;
      return foreignHost(origin());
    }
  };
}

/** The path of an absolute URL. */
export function toPath({ url = "" }: IncomingMessage): string {
  if (url.startsWith("/")) return url;
  const path = url.replace(absoluteForm, "");
  return path === "" || path.startsWith("?") ? `/${path}` : path;
}

function foreignHost(origin: string): Refusal {
  return refuse(
    "malformed",
    `This shop is at ${origin}, and answers to that Host only. ` +
      "A proxy in front of it must pass on the Host that it was asked for.",
  );
}

type IsOurs = (host: string | undefined, arrivedAt: string | undefined, origin: string) => boolean;

/** Nearly all requests name the same host, and comparing is cheaper than parsing. */
function rememberLast(isOurs: IsOurs): IsOurs {
  let last: Parameters<IsOurs> | undefined;
  return (...asked) => {
    if (last?.every((value, at) => value === asked[at])) return true;
    if (!isOurs(...asked)) return false;
    last = asked;
    return true;
  };
}

const isOurHost: IsOurs = (host = "", arrivedAt = "", origin) => {
  if (origin !== "" && new URL(origin).host === host) return true;
  return isOwnAddress(host, arrivedAt.replace(/^::ffff:/, ""));
};

function isOwnAddress(host: string, arrivedAt: string): boolean {
  const name = nameIn(host);
  return name !== "" && (isLoopback(arrivedAt) ? isLoopback(name) : name === arrivedAt);
}

function nameIn(host: string): string {
  const [, name = ""] = /^([a-z\d.-]+|\[[a-f\d:]+\])(?::\d{1,5})?$/i.exec(host) ?? [];
  const bare = name.toLowerCase().replace(/^\[|\]$/g, "");
  return name.startsWith("[") && !isIPv6(bare) ? "" : bare;
}

function isHttp1({ httpVersion }: IncomingMessage): boolean {
  return httpVersion === "1.1" || httpVersion === "1.0";
}

function countHosts({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === "host") count++;
  }
  return count;
}
