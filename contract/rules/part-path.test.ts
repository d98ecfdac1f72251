import fc from "fast-check";
import { expect, it } from "vitest";
import { toSlug } from "./part-path.ts";

it.each([
  ["Ventilated Brake Disc, 312 mm", "ventilated-brake-disc-312-mm"],
  ["Kühlerschlauch  (Ø 38)", "kuhlerschlauch-38"],
  ["ﬁlter №5", "filter-no5"],
  ["ব্রেক ডিস্ক", "part"],
  ["!?", "part"],
  [`${"long ".repeat(20)}`, "long-long-long-long-long-long-long-long-long-long-long-long"],
  ["x".repeat(200), "x".repeat(60)],
])("the slug of %j is %j", (name, slug) => {
  expect(toSlug(name)).toBe(slug);
});

it("a slug is short, stands in an address as it is, and is its own slug", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), (name) => {
      const slug = toSlug(name);
      expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(slug.length).toBeLessThanOrEqual(60);
      expect(toSlug(slug)).toBe(slug);
    }),
  );
});
