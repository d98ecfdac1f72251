import { expect, it } from "vitest";
import { calls } from "#contract/calls.ts";
import { endpointReach, pageReach } from "./measure-reach.ts";

it("measures each call, each other route and each page", () => {
  const endpoints = endpointReach();
  for (const { method, path } of Object.values(calls).flatMap((domain) => Object.values(domain))) {
    expect(endpoints.map(({ name }) => name)).toContain(`${method} ${path}`);
  }
  expect(endpoints.map(({ name }) => name)).toContain(
    "server/operations/monitoring/serve-health.ts",
  );
  expect(pageReach().map(({ name }) => name)).toContain("web/pages/shop/home-page.tsx");
});

it("counts of a handler among others only what it uses", () => {
  const files = new Map(endpointReach().map((each) => [each.name, each.files]));
  // Both stand in the handlers of the reviews; only one of them writes to the audit log.
  expect(files.get("GET /reviews")).toBeLessThan(files.get("DELETE /reviews/:id") ?? 0);
});

it("finds every endpoint under 20 own files, and every page under 25", () => {
  expect(endpointReach().filter(({ files }) => files >= 20)).toEqual([]);
  expect(pageReach().filter(({ files }) => files >= 25)).toEqual([]);
});
