// How long a connection may take for what, and how many there may be. Whoever sends slowly on
// purpose costs a socket and nothing else, and that for a short time only.
import type { Server, ServerOptions } from "node:http";
import { BlockList, isIPv6, type Socket } from "node:net";

const second = 1_000;

export const defaultLimits = {
  /** A request's line and headers; nobody's browser sends a quarter of that. */
  headBytes: 16 * 1024,
  /** For them to arrive, from the first moment of the connection or the request. */
  headWithin: 20 * second,
  /** For the body of a call, 64 KB at most. */
  bodyWithin: 30 * second,
  /** For whole requests: a picture of 8 MB by a slow phone line takes four minutes. */
  requestWithin: 300 * second,
  /** Between two requests; longer than usual proxies keep a line, so that they close first. */
  restWithin: 72 * second,
  /** How often all of this is looked at. */
  lookEach: 2 * second,
  /** Per process: ten thousand who listen (live/handlers.ts), and as many who ask. */
  connections: 20_000,
  /** Of these, what one address may have that is no proxy of ours: never all. */
  ofOneAddress: 6_000,
};

export type ConnectionLimits = typeof defaultLimits;

export function serverOptions(limits: ConnectionLimits): ServerOptions {
  return {
    maxHeaderSize: limits.headBytes,
    headersTimeout: limits.headWithin,
    requestTimeout: limits.requestWithin,
    keepAliveTimeout: limits.restWithin,
    connectionsCheckingInterval: limits.lookEach,
    insecureHTTPParser: false,
    // Checked by ourselves (check-host.ts): Node's own refusal would lack our headers.
    requireHostHeader: false,
  };
}

/** Behind a proxy stand many people; whoever comes by themselves is one, whatever they say. */
export function limitConnections(
  server: Server,
  limits: ConnectionLimits,
  proxies: readonly string[],
): void {
  const trusted = new BlockList();
  for (const proxy of proxies) {
    const [address = "", bits] = proxy.split("/");
    const kind = isIPv6(address) ? "ipv6" : "ipv4";
    if (bits) trusted.addSubnet(address, Number(bits), kind);
    else trusted.addAddress(address, kind);
  }
  const isProxy = (address: string) => trusted.check(address, isIPv6(address) ? "ipv6" : "ipv4");
  const open = new Map<string, number>();
  server.maxConnections = limits.connections;
  server.on("connection", (socket: Socket) => {
    const { remoteAddress: address } = socket;
    if (!address || isProxy(address)) return;
    const others = open.get(address) ?? 0;
    if (others >= limits.ofOneAddress) {
      socket.destroy();
      return;
    }
    open.set(address, others + 1);
    socket.once("close", () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
  });
}
