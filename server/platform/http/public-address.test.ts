import { expect, it } from "vitest";
import { isPublicAddress, isPublicHost } from "./public-address.ts";

it.each(["93.184.216.34", "1.1.1.1", "172.32.0.1", "2606:2800:220:1:248:1893:25c8:1946"])(
  "%s is on the public internet",
  (ip) => expect(isPublicAddress(ip)).toBe(true),
);

it.each([
  "127.0.0.1",
  "127.9.9.9",
  "0.0.0.0",
  "10.0.0.1",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.1.1",
  "169.254.169.254",
  "100.64.0.1",
  "224.0.0.1",
  "255.255.255.255",
  "::1",
  "::",
  "fe80::1",
  "fc00::1",
  "ff02::1",
  "::ffff:127.0.0.1",
  "::ffff:7f00:1",
  "64:ff9b::7f00:1",
  "2002:7f00:1::",
  "2001:0:4136:e378::",
  "2001:db8::1",
])("%s is not", (ip) => expect(isPublicAddress(ip)).toBe(false));

it.each(["pictures.shop.com", "testexample.com", "93.184.216.34", "[2606:2800:220:1::1]"])(
  "%s may be a public host",
  (host) => expect(isPublicHost(host)).toBe(true),
);

it.each([
  "localhost",
  "me.localhost",
  "printer.local",
  "db.internal",
  "pictures.example",
  "www.example.com",
  "x.test.",
  "127.0.0.1",
  "[::1]",
  "[::ffff:a00:1]",
])("%s is none", (host) => expect(isPublicHost(host)).toBe(false));
