import { isIPv4, isIPv6 } from "node:net";

/** The network of one household or office: /24 of IPv4, /64 of IPv6. */
export function addressPrefix(address: string): string {
  return addressPrefixes(address)[0];
}

/** For IPv6 also the /48, which one customer may own. */
export function addressPrefixes(address: string): [network: string, wide?: string] {
  if (isIPv4(address)) return [`${address.split(".").slice(0, 3).join(".")}.0/24`];
  if (!isIPv6(address)) return ["unknown"];
  const groups = groupsOf(address);
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16));
  if (groups.slice(0, 6).join(":") === "0:0:0:0:0:ffff") {
    return [`${high >> 8}.${high & 255}.${low >> 8}.0/24`];
  }
  return [`${groups.slice(0, 4).join(":")}::/64`, `${groups.slice(0, 3).join(":")}::/48`];
}

/** URL normalizes the many spellings of an IPv6 address. */
function groupsOf(address: string): string[] {
  const written = new URL(`http://[${address.split("%")[0]}]`).hostname.slice(1, -1);
  const [first = [], last = []] = written
    .split("::")
    .map((half) => half.split(":").filter(Boolean));
  return [...first, ...Array<string>(8 - first.length - last.length).fill("0"), ...last];
}
