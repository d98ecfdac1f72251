import { describe, expect, it } from "vitest";
import type { Provider } from "#server/modules/payments/provider-types.ts";
import { commonHeaders } from "./headers.ts";

/** What stands behind each word of the policy, for a shop whose provider's script is there. */
function policyFor(script?: string, pictureHosts: string[] = []): Record<string, string> {
  const provider = script ? ({ script } as Provider) : undefined;
  const headers = commonHeaders({ origin: "https://shop.example", provider, pictureHosts });
  const policy = headers["content-security-policy"] ?? "";
  return Object.fromEntries(
    policy.split("; ").map((line) => [line.split(" ")[0], line.split(" ").slice(1).join(" ")]),
  );
}

it("an https shop asks browsers for a year to come by https only, with all its subdomains", () => {
  const [secure, own] = ["https://shop.example", "http://localhost:3000"].map((origin) =>
    commonHeaders({ origin, provider: undefined, pictureHosts: [] }),
  );
  expect(secure?.["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains");
  expect(own).not.toHaveProperty("strict-transport-security");
});

describe("what a page may load and ask", () => {
  it("is our own, where there is no card provider", () => {
    const policy = policyFor();
    expect(policy).not.toHaveProperty("frame-src");
    expect(policy["script-src"]).toMatch(/^'self' 'sha256-[^']+'$/);
    expect(policy["default-src"]).toBe("'self'");
    expect(policy["img-src"]).toBe("'self' data:");
    expect(policy["frame-ancestors"]).toBe("'none'");
  });

  it("is besides the configured hosts of pictures", () => {
    const hosts = ["https://i.host.example/shop/", "https://bucket.example"];
    expect(policyFor(undefined, hosts)["img-src"]).toBe(
      "'self' data: https://i.host.example https://bucket.example",
    );
  });

  it("is besides what Stripe says that its script needs", () => {
    const policy = policyFor("https://js.stripe.com/endive/stripe.js");
    expect(policy["script-src"]).toMatch(
      / https:\/\/js\.stripe\.com https:\/\/\*\.js\.stripe\.com$/,
    );
    expect(policy["frame-src"]).toBe(
      "https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com",
    );
    expect(policy["connect-src"]).toBe("'self' https://api.stripe.com");
  });

  it("is the one origin of a provider elsewhere", () => {
    const policy = policyFor("http://localhost:23000/stripe.js");
    expect(policy["script-src"]).toMatch(/' http:\/\/localhost:23000$/);
    expect(policy["frame-src"]).toBe("http://localhost:23000");
    expect(policy["connect-src"]).toBe("'self' http://localhost:23000");
  });
});
