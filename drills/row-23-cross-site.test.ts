// Row 23: what changes something, asked by somebody else's page with a signed-in admin's cookies.
// The calls, the origins and the forms are tried here one by one; row-23-in-chromium.test.ts lets a
// browser do it.
import { describe, expect, it, vi } from "vitest";
import type { Call } from "#contract/call.ts";
import { refuse } from "#contract/refusals.ts";
import { RefusalError } from "#server/platform/http/refusal-error.ts";
import { cspReportPath } from "#server/platform/http/serve-csp-reports.ts";
import { callOf, everyCall } from "../proofs/calls.ts";
import { ask } from "./ask.ts";
import { full, report } from "./drill.ts";
import {
  fromOurPage,
  type Opened,
  openWithRightRequests,
  type RightRequest,
} from "./right-requests.ts";
import { seed, some } from "./seed.ts";
import { snapshot } from "./snapshot.ts";

/** Known-bad variants in place of the product's own check, when a test says so. */
const known = vi.hoisted(() => ({ bad: "" }));
vi.mock(import("#server/platform/http/require-same-origin.ts"), async (original) => {
  const actual = await original();
  return {
    requireSameOrigin: (request, origin) => {
      if (!known.bad) return actual.requireSameOrigin(request, origin);
      const { "content-type": type = "", origin: from } = request.headers;
      const isForm = /^(text\/plain|multipart\/|application\/x-www-form-urlencoded)/.test(type);
      const isBad = known.bad === "content type" ? isForm : from !== undefined && from !== origin;
      if (isBad && request.method !== "GET")
        throw new RefusalError(refuse("not-allowed", "Not from here."));
    },
  };
});

/** Where a request may say that it comes from, without being from a page of ours. */
function elsewhere(own: string): Record<string, Record<string, string>> {
  const { port } = new URL(own);
  const origins = {
    "null origin": "null",
    "foreign origin": "https://evil.example",
    "our origin and more": `${own}.evil.example`,
    "our origin as a name": `${own}@evil.example`,
    "our origin as a path": `https://evil.example/${own}`,
    "our origin with a slash": `${own}/`,
    "our origin in capitals": own.toUpperCase(),
    "our origin on https": own.replace("http:", "https:"),
    "our machine by its number": `http://127.0.0.1:${port}`,
    "another port": "http://localhost:1",
    "two origins": `${own}, https://evil.example`,
  };
  const sites = ["cross-site", "same-site", "none", "", "Same-Origin", "same-origin, cross-site"];
  return {
    "missing origin": {},
    "missing origin, our referer": { referer: `${own}/dashboard` },
    "missing origin, some authorization": { authorization: "Basic eDp5" },
    ...Object.fromEntries(Object.entries(origins).map(([name, origin]) => [name, { origin }])),
    ...Object.fromEntries(sites.map((site) => [`site "${site}"`, { "sec-fetch-site": site }])),
    // A browser would not say both; whoever does is not believed.
    "cross-site with our origin": { "sec-fetch-site": "cross-site", origin: own },
    "same-site with our origin": { "sec-fetch-site": "same-site", origin: own },
  };
}

type Form = { type?: string; body?: string };

/** The body of the call as pages of others can send it, and as they cannot. */
function forms(body: Record<string, unknown> = {}): Record<string, Form> {
  const json = JSON.stringify(body);
  const fields = Object.entries(body).map(([name, value]) => [name, String(value)] as const);
  const part = (name: string, value: string) =>
    `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  return {
    json: { type: "application/json", body: json },
    "json, by another name": { type: "text/plain; x=application/json", body: json },
    form: {
      type: "application/x-www-form-urlencoded",
      body: new URLSearchParams(fields.map(([...field]) => field)).toString(),
    },
    "text/plain": { type: "text/plain", body: json },
    multipart: {
      type: "multipart/form-data; boundary=x",
      body: `${fields.map((field) => part(...field)).join("")}--x--\r\n`,
    },
    nothing: {},
  };
}

const changing = everyCall.filter(({ method }) => method !== "GET");
let asked = 0;

async function letThrough(opened: Opened, call: Call): Promise<string[]> {
  const { shop } = opened;
  const right = await opened.rightRequest(call);
  const before = JSON.stringify(await snapshot(shop));
  const found: string[] = [];
  const origins = Object.entries(elsewhere(shop.shop.origin));
  for (const [where, from] of full ? origins : some(origins, 8)) {
    for (const [form, { type, body }] of Object.entries(forms(right.body))) {
      const headers = { cookie: right.cookie, ...from, ...(type && { "content-type": type }) };
      const answer = await ask(shop.url, { ...right, headers, body });
      asked++;
      const opens = Object.keys(answer.headers).some((name) => name.startsWith("access-control"));
      if (answer.status !== 403 || opens) {
        found.push(`${right.method} ${right.path}, ${where}, ${form}: ${answer.status}`);
      }
    }
  }
  if (JSON.stringify(await snapshot(shop)) !== before) found.push(`${right.path} wrote something`);
  return found;
}

/** With a token the cookie does not count: what is shown must open the door itself. */
async function helpedByToken(opened: Opened, call: Call): Promise<boolean> {
  if (call.who === "visitor") return false;
  const right = await opened.rightRequest(call);
  const { headers, ...request } = fromOurPage(opened.shop, right);
  const wrong = { ...headers, authorization: "Bearer nothing", origin: "https://evil.example" };
  return (await ask(opened.shop.url, { ...request, headers: wrong })).status !== 401;
}

describe("row 23: a page of somebody else's", () => {
  it("changes nothing by any call, and a page of ours does", async () => {
    const opened = await openWithRightRequests();
    const { shop } = opened;
    const ways = shop.running.app.access.filter(({ method }) => !/GET|HEAD/.test(method));
    // It has its signature, and does not look at cookies.
    expect(ways.filter(({ signed }) => signed)).toEqual([
      { method: "POST", url: "/api/webhooks/card-provider", who: "visitor", signed: true },
    ]);
    // A browser's report writes nothing but a line in the log (row-24-headers.test.ts).
    const routes = ways.filter(({ signed, url }) => !signed && url !== cspReportPath);
    expect(routes.map(callOf), "a route that is no call").not.toContain(undefined);
    expect(routes).toHaveLength(changing.length);
    const found: string[] = [];
    for (const call of changing) {
      found.push(...(await letThrough(opened, call)));
      if (await helpedByToken(opened, call)) found.push(`${call.path} with a wrong token`);
    }
    for (const call of changing) {
      const { headers, ...request } = fromOurPage(shop, await opened.rightRequest(call));
      const { origin: _, ...unsaid } = headers;
      const bySite = { ...unsaid, "sec-fetch-site": "same-origin" };
      // Of two, the second may find done what it asks for, but not the door shut.
      for (const ours of [headers, bySite]) {
        const { status } = await ask(shop.url, { ...request, headers: ours });
        if (status === 403) found.push(`${request.method} ${request.path} from our own page`);
      }
    }
    report({
      row: 23,
      check: "each changing call × where from × kind of body, with an admin's cookies",
      target: "all refused, 0 writes",
      figure: `${changing.length} calls × ${Object.keys(elsewhere(shop.url)).length} × ${Object.keys(forms()).length} = ${asked} asked, ${found.length} let through or written`,
      pass: found.length === 0,
    });
    expect(found, `seed ${seed}`).toEqual([]);
  });

  it("learns nothing and changes nothing by what only reads", async () => {
    const opened = await openWithRightRequests();
    const { shop } = opened;
    const requests: RightRequest[] = [];
    for (const call of everyCall.filter(({ method, raw }) => method === "GET" && !raw)) {
      requests.push(await opened.rightRequest(call));
    }
    const before = await snapshot(shop);
    for (const { method, path, cookie } of requests) {
      const headers = { cookie, origin: "https://evil.example", "sec-fetch-site": "cross-site" };
      const answer = await ask(shop.url, { method, path, headers });
      expect(answer.headers).not.toHaveProperty("access-control-allow-origin");
    }
    expect(await snapshot(shop)).toEqual(before);
  });

  it.each(["content type", "missing origin"])(
    "would be told from a check of the %s",
    async (bad) => {
      const opened = await openWithRightRequests();
      const few = changing.filter(({ path }) => /sign-out|^\/parts/.test(path));
      known.bad = bad;
      try {
        for (const call of few) {
          const found = await letThrough(opened, call);
          expect(found.length, call.path).toBeGreaterThan(1);
          expect(found.at(-1), call.path).toMatch(/wrote something$/);
        }
      } finally {
        known.bad = "";
      }
    },
  );
});
