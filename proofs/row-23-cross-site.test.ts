// Row 23: each changing call from foreign origins with each kind of body.
import { beforeAll, describe, expect, it } from "vitest";
import { sample } from "#tests/random.ts";
import { everyCall } from "./calls.ts";
import { control, full, report } from "./report.ts";
import { sendRequest } from "./send-request.ts";
import { changedSince, changedTwice, snapshot } from "./snapshot.ts";
import { openValidRequests, type ValidRequest, type ValidRequests } from "./valid-requests.ts";

/** What a request may say of its page, without being from a page of the shop. */
function foreignHeaders(own: string): Record<string, Record<string, string>> {
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
    // No browser says both.
    "cross-site with our origin": { "sec-fetch-site": "cross-site", origin: own },
    "same-site with our origin": { "sec-fetch-site": "same-site", origin: own },
  };
}

type Origin = [from: string, headers: Record<string, string>];

type Body = { type?: string; body?: string };

function bodiesOf(body: Record<string, unknown> = {}): Record<string, Body> {
  const json = JSON.stringify(body);
  const fields = Object.entries(body).map(([name, value]): [string, string] => [
    ...([name, String(value)] as const),
  ]);
  const part = ([name, value]: [string, string]) =>
    `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  return {
    json: { type: "application/json", body: json },
    "json, by another name": { type: "text/plain; x=application/json", body: json },
    form: {
      type: "application/x-www-form-urlencoded",
      body: new URLSearchParams(fields).toString(),
    },
    "text/plain": { type: "text/plain", body: json },
    multipart: {
      type: "multipart/form-data; boundary=x",
      body: `${fields.map(part).join("")}--x--\r\n`,
    },
    nothing: {},
  };
}

const open = (planted: readonly string[] = []) =>
  openValidRequests({ faults: planted, expectedComplaints: /Google/ });

let right: ValidRequests;
beforeAll(async () => {
  right = await open();
});

const changing = everyCall.filter(({ method }) => method !== "GET");
let sent = 0;

async function findAccepted(
  { shop }: ValidRequests,
  valid: ValidRequest,
  origins: Origin[],
): Promise<string[]> {
  const { method, path, headers: own, body } = valid;
  const fields = body && JSON.parse(String(body));
  const found: string[] = [];
  const changed = await changedTwice(async () => {
    const before = await snapshot(shop);
    await sendFrom();
    return changedSince(shop, before);
  });
  return changed.length > 0 ? [...found, `${path} changed ${changed}`] : found;

  async function sendFrom() {
    for (const [from, foreign] of origins) {
      for (const [kind, { type, body: text }] of Object.entries(bodiesOf(fields))) {
        const headers = { cookie: own.cookie, ...foreign, ...(type && { "content-type": type }) };
        const answer = await sendRequest(shop.url, { method, path, headers, body: text });
        sent++;
        const isOpen = Object.keys(answer.headers).some((name) =>
          name.startsWith("access-control"),
        );
        if (answer.status === 403 && !isOpen) continue;
        found.push(`${method} ${path}, ${from}, ${kind}: ${answer.status}`);
      }
    }
  }
}

describe("row 23: a foreign page", () => {
  it("changes nothing by any call, and a page of the shop does", async () => {
    const { shop, validRequest } = right;
    const origins = Object.entries(foreignHeaders(shop.url));
    const found: string[] = [];
    for (const call of changing) {
      const valid = await validRequest(call);
      found.push(...(await findAccepted(right, valid, full ? origins : sample(origins, 4))));
      const { headers, ...request } = valid;
      // With a token the cookie does not count: a wrong one must not be replaced by the cookie.
      const wrong = { ...headers, authorization: "Bearer nothing", origin: "https://evil.example" };
      const asked = { ...request, headers: wrong };
      if (call.who !== "visitor" && (await sendRequest(shop.url, asked)).status !== 401)
        found.push(`${call.path} with a wrong token`);
      const { origin: _, ...withoutOrigin } = headers;
      const bySite = { ...withoutOrigin, "sec-fetch-site": "same-origin" };
      // The second may find done what it asks for, but must not be refused as foreign.
      for (const own of [headers, bySite]) {
        const { status } = await sendRequest(shop.url, { ...request, headers: own });
        if (status === 403) found.push(`${request.method} ${request.path} from our own page`);
      }
    }
    report({
      check: "each changing call × where from × kind of body, with an admin's cookies",
      target: "all refused, 0 writes",
      figure: `${changing.length} calls × ${origins.length} × ${Object.keys(bodiesOf()).length} = ${sent} requests`,
      faults: found,
    });
  });

  it("learns nothing and changes nothing by calls that read", async () => {
    const { shop, validRequest } = right;
    const reading = everyCall.filter(({ method, raw }) => method === "GET" && !raw);
    const requests = [];
    for (const call of reading) requests.push(await validRequest(call));
    const before = await snapshot(shop);
    for (const { method, path, headers: own } of requests) {
      const headers = {
        cookie: own.cookie,
        origin: "https://evil.example",
        "sec-fetch-site": "cross-site",
      };
      const answer = await sendRequest(shop.url, { method, path, headers });
      expect(answer.headers).not.toHaveProperty("access-control-allow-origin");
    }
    expect(await changedSince(shop, before)).toEqual([]);
  });

  control.each(["refuseFormsOnly", "acceptMissingOrigin"] as const)(
    "negative control: is found out with the fault %s",
    async (fault) => {
      const opened = await open([fault]);
      const origins = Object.entries(foreignHeaders(opened.shop.url));
      for (const call of changing.filter(({ path }) => /sign-out|^\/parts$/.test(path))) {
        const found = await findAccepted(opened, await opened.validRequest(call), origins);
        expect(found.length, call.path).toBeGreaterThan(1);
        expect(found.at(-1), call.path).toMatch(/ changed /);
      }
    },
  );
});
