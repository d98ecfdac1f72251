import type { Server, ServerOptions } from "node:http";
import { BlockList, isIPv6, type Socket } from "node:net";

export const defaultLimits = {
  headBytes: 16 * 1024,
  headTimeoutMs: 20_000,
  bodyTimeoutMs: 30_000,
  /** An upload of 8 MB by a slow phone takes four minutes. */
  requestTimeoutMs: 300_000,
  /** Longer than usual proxies keep a connection, so that they close it first. */
  keepAliveMs: 72_000,
  checkIntervalMs: 2_000,
  /** Per process: 10,000 event streams, and as many others. */
  connections: 20_000,
  /** Does not apply to trusted proxies. */
  perAddress: 6_000,
};

export type ConnectionLimits = typeof defaultLimits;

export function serverOptions(limits: ConnectionLimits): ServerOptions {
  return {
    maxHeaderSize: limits.headBytes,
    headersTimeout: limits.headTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: limits.checkIntervalMs,
    insecureHTTPParser: false,
    // See check-host.ts; Node's own refusal lacks our headers.
    requireHostHeader: false,
  };
}

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
    if (others >= limits.perAddress) {
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
