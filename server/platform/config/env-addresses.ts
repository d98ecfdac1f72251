import { isIP } from "node:net";

export function isOrigin(value: string): boolean {
  return URL.canParse(value) && new URL(value).origin === value && /^https?:/.test(value);
}

export function isServiceAddress(value: string): boolean {
  return isHttps(value) || (/^http:/i.test(value) && isLocalUrl(value));
}

export function isHttps(address: string): boolean {
  return URL.canParse(address) && new URL(address).protocol === "https:";
}

export function isLocalUrl(address: string): boolean {
  return URL.canParse(address) && isLoopback(new URL(address).hostname);
}

export function isLoopback(host: string): boolean {
  return host === "localhost" || /^(::1|\[::1\])$/.test(host) || /^127(\.\d{1,3}){3}$/.test(host);
}

export function splitAddresses(list: string): string[] {
  return list.split(",").map((address) => address.trim());
}

/** Not 0.0.0.0/0, which would trust anybody's X-Forwarded-For. */
export function isAddressOrNetwork(value: string): boolean {
  const [address = "", bits, ...rest] = value.split("/");
  const most = isIP(address) === 4 ? 32 : 128;
  const isNetwork = bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= most);
  return isIP(address) !== 0 && isNetwork && rest.length === 0;
}

/** As `URL.host` writes it, so without a port where it is the usual one of the protocol. */
export function isHostWithPort(value: string): boolean {
  return URL.canParse(`https://${value}`) && new URL(`https://${value}`).host === value;
}
