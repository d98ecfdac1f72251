// Row 24: the headers of every kind of answer that the shop gives. Those of every answer that any
// test gets are held to the same (tests/check-headers.ts); here are all kinds, and the controls.
import { createServer } from "node:http";
import { sql } from "drizzle-orm";
import { describe, expect, it, onTestFinished } from "vitest";
import { aPart } from "#seed/builders.ts";
import { findHeaderFaults } from "#tests/check-headers.ts";
import { expectWarning } from "#tests/fail-on-warnings.ts";
import { type OpenShop, openShop } from "#tests/open-shop.ts";
import { type SignedIn, signUp } from "#tests/people.ts";
import { sendRaw } from "../proofs/raw-http.ts";
import { ask } from "./ask.ts";
import { report } from "./drill.ts";

type Kind = {
  name: string;
  status: number;
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
};

const json = { "content-type": "application/json" };
const reports = { "content-type": "application/csp-report" };
const reported = { "csp-report": { "effective-directive": "img-src", "blocked-uri": "inline" } };

async function kindsOf(shop: OpenShop, person: SignedIn, host: string): Promise<Kind[]> {
  const page = await shop.request("/");
  const [file = ""] = /\/assets\/[^"]+\.js/.exec(await page.text()) ?? [];
  const etagOf = async (path: string) =>
    (await shop.request(path, { headers: { "accept-encoding": "identity" } })).headers.get(
      "etag",
    ) ?? "";
  const { cookies } = person;
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const origin = shop.shop.origin;
  const post = { method: "POST", headers: { ...json, origin, cookie } };
  const unchanged = async (path: string) => ({ "if-none-match": await etagOf(path) });
  const big = JSON.stringify({ name: "x".repeat(70_000) });
  return [
    { name: "page", status: 200, path: "/" },
    { name: "page, compressed", status: 200, path: "/", headers: { "accept-encoding": "br" } },
    { name: "page, head only", status: 200, method: "HEAD", path: "/" },
    { name: "page, unchanged", status: 304, path: "/", headers: await unchanged("/") },
    { name: "page of a person", status: 200, path: "/dashboard", headers: { cookie } },
    { name: "no page", status: 404, path: "/nowhere" },
    { name: "page elsewhere", status: 308, path: "/product/" },
    { name: "away to Google", status: 303, path: "/api/identity/google" },
    { name: "file", status: 200, path: file },
    { name: "file, unchanged", status: 304, path: file, headers: await unchanged(file) },
    { name: "file with a query", status: 200, path: `${file}?x` },
    { name: "file for robots", status: 200, path: "/robots.txt" },
    { name: "no picture", status: 404, path: "/images/x/y" },
    { name: "list", status: 200, path: "/api/parts" },
    {
      name: "list, unchanged",
      status: 304,
      path: "/api/parts",
      headers: await unchanged("/api/parts"),
    },
    { name: "description", status: 200, path: "/api" },
    { name: "description for programs", status: 200, path: "/api/openapi.json" },
    { name: "health", status: 200, path: "/health" },
    {
      name: "own list",
      status: 200,
      path: `/api/orders?email=${person.email}`,
      headers: { cookie },
    },
    { name: "session", status: 200, path: "/api/identity/session", headers: { cookie } },
    { name: "stream", status: 200, path: "/api/live" },
    {
      name: "report",
      status: 204,
      method: "POST",
      path: "/api/browser-reports",
      headers: { ...reports, origin },
      body: JSON.stringify(reported),
    },
    {
      name: "no report",
      status: 400,
      method: "POST",
      path: "/api/browser-reports",
      headers: { ...reports, origin },
      body: "{}",
    },
    { name: "bad query", status: 400, path: "/api/parts?newest=x" },
    { name: "bad JSON", status: 400, ...post, path: "/api/reviews", body: "{" },
    { name: "bad address", status: 400, path: "/%ff" },
    { name: "another host", status: 400, path: "/", headers: { host: "evil.example" } },
    {
      name: "another host's call",
      status: 400,
      path: "/api/parts",
      headers: { host: "evil.example" },
    },
    { name: "another expectation", status: 400, path: "/", headers: { expect: "much", host } },
    { name: "signed out", status: 401, path: "/api/orders?email=x@example.com" },
    { name: "from elsewhere", status: 403, method: "POST", path: "/api/reviews", headers: json },
    { name: "no call", status: 404, path: "/api/nothing" },
    { name: "another method", status: 405, method: "PUT", path: "/api/parts" },
    { name: "what is possible", status: 405, method: "OPTIONS", path: "/api/parts" },
    { name: "too much", status: 413, ...post, path: "/api/reviews", body: big },
    { name: "too long an address", status: 413, path: `/api/purchase/${"x".repeat(30_000)}` },
    {
      name: "another type",
      status: 415,
      ...post,
      headers: { ...post.headers, "content-type": "text/plain" },
      path: "/api/reviews",
      body: "x",
    },
  ];
}

type Found = { names: string[]; faults: string[] };

async function lookAt(shop: OpenShop, kinds: Kind[], isEncrypted: boolean): Promise<Found> {
  const found: Found = { names: [], faults: [] };
  for (const { name, status, method = "GET", path, headers = {}, body } of kinds) {
    const answer = await ask(shop.url, { method, path, headers, body });
    const get = (header: string) => String(answer.headers[header] ?? "");
    const faults = findHeaderFaults({ path, status: answer.status, get });
    if (answer.status !== status) faults.push(`is ${answer.status}`);
    const lasting = get("strict-transport-security");
    if (/max-age=\d{8}/.test(lasting) !== isEncrypted) faults.push(`transport: ${lasting}`);
    found.names.push(name);
    found.faults.push(...faults.map((fault) => `${status} ${name}: ${fault}`));
  }
  return found;
}

/** What comes when something is broken, or too often. */
async function troubles(shop: OpenShop): Promise<Kind[]> {
  const { db } = shop.shop;
  const many = { method: "POST", path: "/api/identity/forgotten" };
  const asked = { ...many, headers: { ...json, origin: shop.shop.origin } };
  await db.execute(sql`insert into limits (key, times, until) select 'letters asked from 127.0.0.0/24',
    array_agg(now()), now() + interval '1 hour' from generate_series(1, 60)`);
  const body = JSON.stringify({ email: "vera@example.com" });
  await db.execute(sql`alter table reviews rename to hidden`);
  return [
    { name: "too often", status: 429, ...asked, body },
    { name: "surprise", status: 500, path: "/api/reviews?limit=3" },
  ];
}

describe("row 24: every answer", () => {
  it.each(["https://shop.example", "http://localhost:1"])(
    "carries its headers at %s",
    async (origin) => {
      expectWarning(
        /hidden|reviews|could not|browser|ECONNREFUSED|fetch failed|OAUTH|discover|database cannot/,
      );
      const env = {
        ORIGIN: origin,
        GOOGLE_CLIENT_ID: "x",
        GOOGLE_CLIENT_SECRET: "x",
        GOOGLE_ISSUER: "http://localhost:1",
        STRIPE_SECRET_KEY: "sk_test_x",
        STRIPE_PUBLISHABLE_KEY: "pk_test_x",
        STRIPE_WEBHOOK_SECRET: "whsec_x",
      };
      const shop = await openShop({ parts: [aPart()], env });
      const person = await signUp(shop);
      const kinds = await kindsOf(shop, person, new URL(shop.url).host);
      const isEncrypted = origin.startsWith("https:");
      const found = await lookAt(shop, kinds, isEncrypted);
      const broken = await lookAt(shop, await troubles(shop), isEncrypted);
      await shop.shop.close();
      const away: Kind = {
        name: "database away",
        status: 503,
        path: "/api/purchase/01a1fbc0-fc51-77f7-8977-e1364d4ea8a0",
      };
      const shut = await lookAt(shop, [away], isEncrypted);
      const raw = await sendRaw(shop.url, "NO HTTP\r\n\r\n");
      const unread = findHeaderFaults({ path: "/", status: 400, get: (name) => raw.headers[name] });
      const faults = [...found.faults, ...broken.faults, ...shut.faults, ...unread];
      report({
        row: 24,
        check: `headers of every kind of answer, ${isEncrypted ? "https" : "http"}`,
        target: "100 %",
        figure: `${found.names.length + broken.names.length + 2} kinds, ${faults.length} faults`,
        pass: faults.length === 0,
      });
      expect(faults).toEqual([]);
    },
  );

  it("would be told from one of a server that forgets them", async () => {
    const server = createServer((_request, response) => response.end("x"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
    const { headers } = await fetch(url);
    expect(
      findHeaderFaults({ path: "/", status: 200, get: (name) => headers.get(name) }).length,
    ).toBeGreaterThan(8);
  });

  it.each([
    ["x-content-type-options", ""],
    ["cross-origin-opener-policy", "unsafe-none"],
    ["server", "Fastify"],
    ["cache-control", "no-cache"],
    [
      "content-security-policy",
      "default-src 'self'; script-src 'self' 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'",
    ],
    [
      "content-security-policy",
      "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'",
    ],
  ])("would be told from one whose %s is %s", async (name, value) => {
    const { url } = await openShop();
    const { headers } = await fetch(`${url}/api/identity/session`);
    const as = (changed: boolean) =>
      findHeaderFaults({
        path: "/api/identity/session",
        status: 200,
        get: (header) => (changed && header === name ? value : headers.get(header)),
      });
    expect(as(false)).toEqual([]);
    expect(as(true)).toHaveLength(1);
  });
});
