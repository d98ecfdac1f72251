// Each answer says what it is, and in which letters it is written.
import { expect, it } from "vitest";
import { aPart } from "#seed/builders.ts";
import { openShop } from "#tests/open-shop.ts";

const json = "application/json; charset=utf-8";
const html = "text/html; charset=utf-8";

it("every kind of answer says what it is, with its character set", async () => {
  const { request } = await openShop({ parts: [aPart()] });
  const page = await (await request("/")).text();
  const fileOf = (end: string) => new RegExp(`/assets/[^"]+\\.${end}`).exec(page)?.[0] ?? "";
  const kinds: [string, string, RequestInit?][] = [
    ["/", html],
    ["/nowhere", html],
    ["/api", html],
    [fileOf("js"), "text/javascript; charset=utf-8"],
    [fileOf("css"), "text/css; charset=utf-8"],
    ["/favicon.svg", "image/svg+xml"],
    ["/robots.txt", "text/plain; charset=utf-8"],
    ["/sitemap.xml", "application/xml; charset=utf-8"],
    ["/site.webmanifest", "application/manifest+json"],
    ["/api/reference.css", "text/css; charset=utf-8"],
    ["/api/openapi.json", json],
    ["/api/parts", json],
    ["/api/identity/session", json],
    ["/api/nothing", json],
    ["/api/orders", json],
    ["/%ff", json],
    [
      "/api/identity/sign-in",
      json,
      { method: "POST", body: "{", headers: { "content-type": json } },
    ],
    ["/images/x/y", json],
    ["/health", json],
  ];
  for (const [path, type, init] of kinds) {
    const { headers, body } = await request(path, init);
    expect([path, headers.get("content-type")]).toEqual([path, type]);
    await body?.cancel();
  }
  const live = await request("/api/live");
  // There is no other character set for these.
  expect(live.headers.get("content-type")).toBe("text/event-stream");
  await live.body?.cancel();
});
