import { BlockList, isIP, isIPv6 } from "node:net";

/** Special-purpose addresses of the IANA registries: of this machine, its networks, and no one. */
const special = new BlockList();
for (const [network, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const) {
  special.addSubnet(network, bits, "ipv4");
}
// Some of these contain an IPv4 address, which may be any.
for (const [network, bits] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const) {
  special.addSubnet(network, bits, "ipv6");
}

const globalUnicast = new BlockList();
globalUnicast.addSubnet("2000::", 3, "ipv6");

export function isPublicAddress(ip: string): boolean {
  if (isIPv6(ip)) return globalUnicast.check(ip, "ipv6") && !special.check(ip, "ipv6");
  return !special.check(ip, "ipv4");
}

/** Names that stand for no host of the public internet (RFC 2606, 6761, 6762, 8375). */
const reserved =
  /(^|\.)(example|invalid|test|localhost|local|internal|onion|home\.arpa|example\.(com|net|org))\.?$/i;

export function isPublicHost(host: string): boolean {
  const ip = host.replace(/^\[|\]$/g, "");
  return isIP(ip) ? isPublicAddress(ip) : !reserved.test(host);
}
