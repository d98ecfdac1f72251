// /.well-known/security.txt is there where somebody is named, and only there.
import { expect, it } from "vitest";
import { ConfigurationError, readEnv } from "#server/platform/config/env.ts";
import { openShop } from "#tests/open-shop.ts";

const path = "/.well-known/security.txt";

it("says whom to tell of a hole, and until when that holds", async () => {
  const contact = "mailto:security@shop.example";
  const { request, shop } = await openShop({ env: { SECURITY_CONTACT: contact } });
  const answer = await request(path);
  expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  const text = await answer.text();
  expect(text).toContain(`Contact: ${contact}\n`);
  expect(text).toContain(`Canonical: ${shop.origin}${path}\n`);
  const until = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? "");
  expect(until - Date.now()).toBeGreaterThan(170 * 86_400_000);
  expect(until - Date.now()).toBeLessThan(366 * 86_400_000);
});

it("is not there where nobody is named", async () => {
  const { request } = await openShop();
  expect((await request(path)).status).toBe(404);
});

it.each(["security@shop.example", "http://shop.example", "mailto:a@b c", "https://a\nExpires: x"])(
  "does not take %j for an address",
  (SECURITY_CONTACT) => {
    expect(() => readEnv({ SECURITY_CONTACT })).toThrow(ConfigurationError);
  },
);
