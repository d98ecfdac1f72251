import { describe, expect, it } from "vitest";
import { safePath } from "./safe-path.ts";

describe("a safe path", () => {
  it.each([
    "/",
    "/dashboard",
    "/dashboard/payment/01a1fbc0-fc51-77f7-8977-e1364d4ea8a0",
    "/product?after=a%2Fb&x=//y",
    "/purchase/1?next=https://elsewhere.example",
    "/%C3%A4",
  ])("keeps %s", (path) => {
    expect(safePath(path)).toBe(path);
  });

  it("normalizes dot segments and drops the fragment", () => {
    expect(safePath("/product/../dashboard/./x#part")).toBe("/dashboard/x");
  });

  it.each([
    null,
    undefined,
    "",
    "dashboard",
    "//elsewhere.example",
    "/\\elsewhere.example",
    "\\\\elsewhere.example",
    "/\t/elsewhere.example",
    "/\n/elsewhere.example",
    "/.//elsewhere.example",
    "/x/..//elsewhere.example",
    " /dashboard",
    "https://elsewhere.example",
    "javascript:alert(1)",
    "//user@elsewhere.example",
    "//[",
  ])("rejects %j", (path) => {
    expect(safePath(path)).toBeUndefined();
  });

  it("is idempotent", () => {
    for (const path of ["/a//b", "/%2f%2felsewhere.example", "/a/../b", "/;//x"]) {
      const once = safePath(path);
      expect(once).toBeDefined();
      expect(safePath(once)).toBe(once);
    }
  });
});
