// Who asks says whom they mean. A page of somebody else's that makes its own name point at this
// machine would otherwise ask as a page of ours would; and whoever is asked for by two names is
// meant by none.
import type { IncomingMessage } from "node:http";
import { isIPv6 } from "node:net";
import { type Refusal, refuse } from "#contract/refusals.ts";
import { isLoopback } from "#server/env-addresses.ts";

/** Programs that watch over a shop ask each machine by whatever name it has among them. */
const forWatchers = /^\/(health|metrics)([/?]|$)/;

const notHttp = refuse("malformed", "A request is HTTP/1.1, and for a path of this shop.");

/** Says why a request is not for us, in as little time as it can. */
export function misaddressed(origin: () => string): (request: IncomingMessage) => Refusal | null {
  let known = { origin: "", host: "" };
  const isHere = rememberingLast();
  return (request) => {
    const { httpVersion, url = "", headers } = request;
    // What other protocols are asked for; and the whole address, which goes before Host, only proxies
    // are asked for, but it is allowed.
    const host = url.startsWith("/") ? headers.host : hostIn(url);
    if (host === null || (httpVersion !== "1.1" && httpVersion !== "1.0")) return notHttp;
    if (namesOf(request) > 1) return refuse("malformed", "A request names one Host.");
    const own = origin();
    if (known.origin !== own) known = { origin: own, host: own && new URL(own).host };
    if (host === known.host && host !== "") return null;
    if (isHere(host, request) || forWatchers.test(url)) return null;
    return refuse(
      "malformed",
      `This shop is at ${own}, and answers to that Host only. ` +
        "A proxy in front of it must pass on the Host that it was asked for.",
    );
  };
}

function hostIn(address: string): string | null {
  return /^https?:\/\/([^/?#]+)/i.exec(address)?.[1] ?? null;
}

/** Whether it is asked for by an address of its own. Who found the way by one asks by it again. */
function rememberingLast(): (host: string | undefined, request: IncomingMessage) => boolean {
  let [lastHost, lastAddress] = [" ", ""];
  return (host = "", { socket }) => {
    const { localAddress: arrivedAt = "" } = socket;
    if (host === lastHost && arrivedAt === lastAddress) return true;
    if (!isOwnAddress(host, arrivedAt.replace(/^::ffff:/, ""))) return false;
    [lastHost, lastAddress] = [host, arrivedAt];
    return true;
  };
}

/** The machine's own address, asked for on the machine itself or where that address is known. */
function isOwnAddress(host: string, arrivedAt: string): boolean {
  const name = nameIn(host);
  return name !== "" && (isLoopback(arrivedAt) ? isLoopback(name) : name === arrivedAt);
}

/** Lower case, without the port; nothing where that is no host. */
function nameIn(host: string): string {
  const [, name = ""] = /^([a-z\d.-]+|\[[a-f\d:]+\])(?::\d{1,5})?$/i.exec(host) ?? [];
  const bare = name.toLowerCase().replace(/^\[|\]$/g, "");
  return name.startsWith("[") && !isIPv6(bare) ? "" : bare;
}

function namesOf({ rawHeaders }: IncomingMessage): number {
  let names = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === 4 && name.toLowerCase() === "host") names++;
  }
  return names;
}
