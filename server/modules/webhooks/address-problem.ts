import { isPublicHost } from "#server/platform/http/public-address.ts";

/** `allowedHosts`: those inside the network that the operator names, each with its port. */
export function addressProblem(
  address: string,
  allowedHosts: readonly string[],
): string | undefined {
  const url = URL.parse(address);
  if (!url) return "Must be a web address that starts with https://";
  if (url.username || url.password) return "Must not contain a name or a password";
  if (url.hash) return "Must not contain a #";
  if (allowedHosts.includes(url.host)) return undefined;
  if (!isPublicHost(url.hostname)) return "Must be on the public internet";
  return url.protocol === "https:" ? undefined : "Must start with https://";
}
