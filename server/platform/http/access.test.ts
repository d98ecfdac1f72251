// No route without a rule, and no rule that lets anybody in by mistake.
import fastify from "fastify";
import { describe, expect, it } from "vitest";
import type { AccessRule } from "#contract/call.ts";
import { openShop } from "#tests/open-shop.ts";
import { guardRoutes } from "./access.ts";

const answer = async () => ({});

function guarded() {
  const app = fastify();
  const table = guardRoutes(app, { origin: () => "http://localhost", identify: async () => null });
  return { app, table };
}

describe("the access table", () => {
  it("takes no route without a rule", () => {
    const { app } = guarded();
    expect(() => app.get("/open", answer)).toThrow("/open has no access rule");
    expect(() => app.get("/empty", { config: {} }, answer)).toThrow("has no access rule");
    for (const who of ["", "everybody", "toString", "__proto__"]) {
      expect(() => app.get(`/${who}`, { config: { who: who as AccessRule } }, answer)).toThrow(
        "no access rule",
      );
    }
  });

  it("denies where a rule was lost after it was checked", async () => {
    const { app } = guarded();
    app.get("/kept", { config: { who: "visitor" } }, answer);
    app.addHook("onRoute", (route) => {
      if (route.config) Object.assign(route.config, { who: undefined });
    });
    app.post("/lost", { config: { who: "visitor" } }, answer);
    expect((await app.inject("/kept")).statusCode).toBe(200);
    const lost = await app.inject({
      method: "POST",
      url: "/lost",
      headers: { origin: "http://localhost" },
    });
    expect(lost.statusCode).toBe(500);
    expect(lost.body).toContain("Only an admin may do this.");
    await app.close();
  });

  it("lists every route of the running shop, with HEAD beside GET", async () => {
    const { running } = await openShop();
    const lines = running.app.access.map(({ method, url, who }) => `${method} ${url} ${who}`);
    expect(lines).toContain("GET /api/parts visitor");
    expect(lines).toContain("HEAD /api/parts visitor");
    expect(lines).toContain("DELETE /api/user/:id admin");
    expect(lines).toContain("GET /* visitor");
    expect(new Set(lines).size).toBe(lines.length);
  });
});
