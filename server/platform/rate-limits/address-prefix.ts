import { isIPv4, isIPv6 } from "node:net";

/** `factor`: how many times as much as the narrowest prefix it may use. */
export type AddressPrefix = { prefix: string; factor: number };

/**
 * From the narrowest to the widest. One customer of a provider has an IPv4 address, or a /64, /56 or
 * /48 of IPv6; a /24 of IPv4 has many customers.
 */
export function addressPrefixes(address: string): AddressPrefix[] {
  const ipv4 = isIPv4(address) ? address : undefined;
  if (!ipv4 && !isIPv6(address)) return [{ prefix: "unknown", factor: 1 }];
  const groups = ipv4 ? [] : groupsOf(address);
  const written = ipv4 ?? mappedIpv4(groups);
  if (written) {
    return [
      { prefix: written, factor: 1 },
      { prefix: `${written.split(".").slice(0, 3).join(".")}.0/24`, factor: 8 },
    ];
  }
  const [a, b, c, d = "0"] = groups;
  const highByte = (Number.parseInt(d, 16) & 0xff00).toString(16);
  return [
    { prefix: `${a}:${b}:${c}:${d}::/64`, factor: 1 },
    { prefix: `${a}:${b}:${c}:${highByte}::/56`, factor: 4 },
    { prefix: `${a}:${b}:${c}::/48`, factor: 8 },
  ];
}

/** Of one household or office: /24 of IPv4, /64 of IPv6. */
export function addressPrefix(address: string): string {
  const [narrowest, wider] = addressPrefixes(address);
  const isIpv4 = wider?.prefix.endsWith("/24");
  return (isIpv4 ? wider : narrowest)?.prefix ?? "unknown";
}

export const widestPrefix = (address: string): string =>
  addressPrefixes(address).at(-1)?.prefix ?? "unknown";

function mappedIpv4(groups: readonly string[]): string | undefined {
  if (groups.slice(0, 6).join(":") !== "0:0:0:0:0:ffff") return undefined;
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16));
  return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;
}

/** URL normalizes the many spellings of an IPv6 address. */
function groupsOf(address: string): string[] {
  const written = new URL(`http://[${address.split("%")[0]}]`).hostname.slice(1, -1);
  const [first = [], last = []] = written
    .split("::")
    .map((half) => half.split(":").filter(Boolean));
  return [...first, ...Array<string>(8 - first.length - last.length).fill("0"), ...last];
}
