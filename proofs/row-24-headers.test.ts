// Row 24: the headers of every kind of response, by the rules that all tests use.
import { describe, expect, it } from "vitest";
import { findHeaderFaults } from "#tests/check-headers.ts";
import { createDatabase } from "#tests/create-database.ts";
import { type SignedIn, signUp } from "#tests/people.ts";
import { openDatabaseLink } from "./database-link.ts";
import { addPart } from "./orders.ts";
import { cookieOf } from "./people.ts";
import { sendRaw } from "./raw-http.ts";
import { control, full, report } from "./report.ts";
import { sendRequest } from "./send-request.ts";
import { serve } from "./serve.ts";
import { type Shop, startShop } from "./start-shop.ts";

type Kind = { method?: string; path: string; headers?: Record<string, string>; body?: string };

const json = { "content-type": "application/json" };
const parts = "/api/parts";
const reviews = "/api/reviews";
const browserReports = "/api/browser-reports";
const reported = { "csp-report": { "effective-directive": "img-src", "blocked-uri": "inline" } };

async function kindsOf(
  shop: Shop,
  person: SignedIn,
  origin: string,
): Promise<Record<string, Kind>> {
  const page = await shop.request("/");
  const [file = ""] = /\/assets\/[^"]+\.js/.exec(await page.text()) ?? [];
  const unchanged = async (path: string): Promise<Kind> => {
    const response = await shop.request(path, { headers: { "accept-encoding": "identity" } });
    return { path, headers: { "if-none-match": response.headers.get("etag") ?? "" } };
  };
  const headers = cookieOf(person);
  const post = { method: "POST", headers: { ...json, origin, ...headers } };
  const evil = { host: "evil.example" };
  const csp = { origin, "content-type": "application/csp-report" };
  return {
    "200 page": { path: "/" },
    "200 page, compressed": { path: "/", headers: { "accept-encoding": "br" } },
    "200 page, head only": { method: "HEAD", path: "/" },
    "304 page, unchanged": await unchanged("/"),
    "200 page of a person": { path: "/dashboard", headers },
    "404 page": { path: "/nowhere" },
    "308 page elsewhere": { path: "/product/" },
    "303 to Google": {
      path: "/api/identity/google",
      headers: { "sec-fetch-site": "same-origin" },
    },
    "303 to the login page": { path: "/api/identity/google" },
    "200 file": { path: file },
    "304 file, unchanged": await unchanged(file),
    "200 file with a query": { path: `${file}?x` },
    "200 file for robots": { path: "/robots.txt" },
    "404 picture": { path: "/images/x/y" },
    "200 list": { path: parts },
    "304 list, unchanged": await unchanged(parts),
    "200 description": { path: "/api" },
    "200 description for programs": { path: "/api/openapi.json" },
    "200 health": { path: "/health" },
    "200 own list": { path: `/api/orders?email=${person.email}`, headers },
    "200 session": { path: "/api/identity/session", headers },
    "200 stream": { path: "/api/live" },
    "204 report": {
      method: "POST",
      path: browserReports,
      headers: csp,
      body: JSON.stringify(reported),
    },
    "400 report": { method: "POST", path: browserReports, headers: csp, body: "{}" },
    "400 query": { path: `${parts}?newest=x` },
    "400 JSON": { ...post, path: reviews, body: "{" },
    "400 address": { path: "/%ff" },
    "400 host": { path: "/", headers: evil },
    "400 host of a call": { path: parts, headers: evil },
    "400 expectation": {
      path: "/",
      headers: { expect: "much", host: new URL(shop.url).host },
    },
    "401 signed out": { path: "/api/orders?email=x@example.com" },
    "403 from elsewhere": { method: "POST", path: reviews, headers: json },
    "404 call": { path: "/api/nothing" },
    "405 method": { method: "PUT", path: parts },
    "405 options": { method: "OPTIONS", path: parts },
    "413 body": { ...post, path: reviews, body: JSON.stringify({ name: "x".repeat(70_000) }) },
    "413 address": { path: `/api/purchase/${"x".repeat(30_000)}` },
    "415 type": {
      method: "POST",
      path: reviews,
      body: "x",
      headers: { ...post.headers, "content-type": "text/plain" },
    },
  };
}

async function faultsIn(url: string, kinds: Record<string, Kind>, isEncrypted: boolean) {
  const faults: string[] = [];
  for (const [name, { method = "GET", path, headers = {}, body }] of Object.entries(kinds)) {
    const answer = await sendRequest(url, { method, path, headers, body });
    const get = (header: string) => String(answer.headers[header] ?? "");
    const found = findHeaderFaults({ path, status: answer.status, get });
    if (!name.startsWith(String(answer.status))) found.push(`is ${answer.status}`);
    const transport = get("strict-transport-security");
    if (/max-age=\d{8}/.test(transport) !== isEncrypted) found.push(`transport: ${transport}`);
    faults.push(...found.map((fault) => `${name}: ${fault}`));
  }
  return faults;
}

describe("row 24: every answer", () => {
  it.each(["https://shop.example", "http://localhost:1"])(
    "has its headers at %s",
    async (origin) => {
      const direct = await createDatabase();
      const link = await openDatabaseLink(direct);
      const env = { ORIGIN: origin, GOOGLE_ISSUER: "http://localhost:1" };
      const options = {
        databaseUrl: link.url,
        directDatabaseUrl: direct,
        env,
        expectedComplaints: /./,
      };
      const shop = await startShop(options);
      const { url, database } = shop;
      const isEncrypted = origin.startsWith("https:");
      await addPart(shop);
      const kinds = await kindsOf(shop, await signUp(shop), origin);
      const faults = await faultsIn(url, kinds, isEncrypted);

      const forgotten: Kind = {
        method: "POST",
        path: "/api/identity/forgotten",
        headers: { ...json, origin },
        body: JSON.stringify({ email: "vera@example.com" }),
      };
      await sendRequest(url, { method: "POST", ...forgotten });
      await database.query("update limits set times = array_fill(now(), array[1000])");
      await database.query("alter table reviews rename to hidden");
      const broken: Record<string, Kind> = {
        "429 too often": forgotten,
        "500 surprise": { path: `${reviews}?limit=3` },
      };
      faults.push(...(await faultsIn(url, broken, isEncrypted)));
      // Nobody waits twice in `npm test` until the shop gives up.
      if (full || isEncrypted) {
        link.isSilent = true;
        const path = "/api/purchase/01a1fbc0-fc51-77f7-8977-e1364d4ea8a0";
        faults.push(...(await faultsIn(url, { "503 database": { path } }, isEncrypted)));
      }
      const raw = await sendRaw(url, "NO HTTP\r\n\r\n");
      faults.push(
        ...findHeaderFaults({ path: "/", status: 400, get: (name) => raw.headers[name] }),
      );
      report({
        check: `headers of every kind of answer, ${isEncrypted ? "https" : "http"}`,
        target: "100 %",
        figure: `${Object.keys(kinds).length + 4} kinds`,
        faults,
      });
    },
  );

  control("negative control: a server without headers is found out", async () => {
    const { headers } = await fetch(await serve((_request, response) => response.end("x")));
    const get = (name: string) => headers.get(name);
    expect(findHeaderFaults({ path: "/", status: 200, get }).length).toBeGreaterThan(8);
  });

  control("negative control: a weaker value of each header is found out", async () => {
    const path = "/api/identity/session";
    const { headers } = await (await startShop()).request(path);
    const closed = "base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'";
    const policy = "content-security-policy";
    const weaker: [name: string, value: string][] = [
      ["x-content-type-options", ""],
      ["cross-origin-opener-policy", "unsafe-none"],
      ["server", "Fastify"],
      ["cache-control", "no-cache"],
      [policy, `default-src 'self'; script-src 'self' 'unsafe-inline'; ${closed}`],
      [policy, `default-src 'self'; ${closed}`],
    ];
    const faultsWith = (changed: string, value: string) =>
      findHeaderFaults({
        path,
        status: 200,
        get: (name) => (name === changed ? value : headers.get(name)),
      });
    expect(faultsWith("", "")).toEqual([]);
    for (const [name, value] of weaker) expect(faultsWith(name, value), name).toHaveLength(1);
  });
});
