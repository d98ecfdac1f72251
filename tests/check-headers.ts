// Headers that every response must have; each response that a test gets is checked.
import { expect } from "vitest";

type Headers = (name: string) => string | null | undefined;
type Answer = { path: string; status: number; get: Headers };

/** Public responses; all others under /api are private or refusals. */
const forEveryone =
  /^\/api(\/(company|parts(\/[^/?]+(\/(reviews|fits))?)?|repairs(\/[^/?]+)?|vehicles(\/(?!read-vin)[^/?]+){0,4}|part-types|numbers\/(?!lookup)[^/?]+|legal\/[^/?]+|reviews|catalogue|search(\/suggest)?|purchase\/[^/?]+|openapi\.json|reference\.css|health))?\/?(\?|$)/;

export function checkHeaders(answer: Answer): void {
  expect(findHeaderFaults(answer), `${answer.status} of ${answer.path}`).toEqual([]);
}

export function findHeaderFaults({ path, status, get }: Answer): string[] {
  const faults: string[] = [];
  const must = (name: string, pattern: RegExp) => {
    const value = get(name);
    if (!pattern.test(value ?? "")) faults.push(`${name}: ${value}`);
  };
  must("x-content-type-options", /^nosniff$/);
  must("referrer-policy", /^strict-origin-when-cross-origin$/);
  must("cross-origin-opener-policy", /^same-origin$/);
  must("cross-origin-resource-policy", /^same-origin$/);
  const policy = get("content-security-policy") ?? "";
  faults.push(...policyFaults(policy));
  for (const name of ["server", "x-powered-by", "access-control-allow-origin"]) {
    if (get(name)) faults.push(`${name}: ${get(name)}`);
  }
  if (isPrivate(path, status) || get("set-cookie")) must("cache-control", /^no-store$/);
  if (get("content-type")?.startsWith("text/html")) {
    must("permissions-policy", /microphone=\(\).*camera=\(self\)/);
    must("content-security-policy-report-only", /^require-trusted-types-for 'script'; report-uri /);
  }
  if (status === 429 || status === 503) must("retry-after", /^[1-9]\d*$/);
  return faults;
}

function isPrivate(path: string, status: number): boolean {
  const isRefusal = status >= 400 && status !== 404;
  return isRefusal || (path.startsWith("/api") && status !== 304 && !forEveryone.test(path));
}

function policyFaults(policy: string): string[] {
  const rules = new Map(
    policy.split("; ").map((rule) => [rule.split(" ")[0] ?? "", rule.split(" ").slice(1)]),
  );
  const faults: string[] = [];
  const exactly = (name: string, value: string) => {
    if (rules.get(name)?.join(" ") !== value) faults.push(`policy: ${name} ${rules.get(name)}`);
  };
  exactly("default-src", "'self'");
  exactly("frame-ancestors", "'none'");
  exactly("object-src", "'none'");
  exactly("base-uri", "'none'");
  exactly("form-action", "'self'");
  const loose = /^('unsafe-.*|\*|https?:|data:|blob:|'strict-dynamic'|'nonce-.*)$/;
  const scripts = rules.get("script-src") ?? ["(no script-src)"];
  faults.push(...scripts.filter((source) => loose.test(source) || source.startsWith("(")));
  for (const name of ["style-src", "script-src-elem", "script-src-attr"]) {
    if (rules.has(name)) faults.push(`policy: ${name}`);
  }
  return faults;
}
