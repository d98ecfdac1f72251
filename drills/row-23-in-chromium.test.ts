// Row 23, in a real browser: a page of somebody else's does with a signed-in admin's cookies
// whatever a page can do. From another port the cookies travel along, because to a browser that is
// the same site; so nothing but the shop's own check stands between.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { refuse } from "#contract/refusals.ts";
import { RefusalError } from "#server/platform/http/refusal-error.ts";
import { cspReportPath } from "#server/platform/http/serve-csp-reports.ts";
import { expectWarning } from "#tests/fail-on-warnings.ts";
import { openPage } from "#tests/open-page.ts";
import { everyCall } from "../proofs/calls.ts";
import { newSession } from "./askers.ts";
import { full, report } from "./drill.ts";
import { type Opened, openWithRightRequests, type RightRequest } from "./right-requests.ts";
import { snapshot } from "./snapshot.ts";

/** A known-bad variant that trusts whatever is not sent as a form. */
const known = vi.hoisted(() => ({ bad: false }));
vi.mock(import("#server/platform/http/require-same-origin.ts"), async (original) => {
  const actual = await original();
  return {
    requireSameOrigin: (request, origin) => {
      if (!known.bad) return actual.requireSameOrigin(request, origin);
      const type = request.headers["content-type"] ?? "";
      if (/form/.test(type))
        throw new RefusalError(refuse("not-allowed", "Forms are not taken here."));
    },
  };
});

const hosts = full ? ["localhost", "127.0.0.1"] : ["localhost"];

type Met = { cookies: boolean; site: string | undefined };

async function open() {
  const opened = await openWithRightRequests();
  const { shop, admin } = opened;
  const met: Met[] = [];
  const requests: RightRequest[] = [];
  for (const call of everyCall.filter(({ method }) => method !== "GET")) {
    requests.push(await opened.rightRequest(call));
  }
  shop.running.app.server.on("request", ({ method, url, headers }) => {
    // The browser's own word that our pages would not be framed is nobody's attack.
    if (method === "GET" || method === "OPTIONS" || url === cspReportPath) return;
    met.push({ cookies: headers.cookie !== undefined, site: String(headers["sec-fetch-site"]) });
  });
  const shown = await newSession(shop, admin.user._id);
  const [name = "", value = ""] = shown.cookie.cookie?.split("=") ?? [];
  return { ...opened, met, requests, cookie: { name, value } };
}

/** Somebody else's page, which is empty until the test lets it act. */
async function evilPage(host: string, { name, value }: { name: string; value: string }) {
  const server = createServer((_, response) => {
    response.setHeader("content-type", "text/html").end("<!doctype html><title>Win a car</title>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const cookie = {
    ...{ name, value, domain: "localhost", path: "/", expires: -1 },
    ...{ httpOnly: true, secure: false, sameSite: "Lax" as const },
  };
  return openPage(`http://${host}:${port}/`, {
    storageState: { cookies: [cookie], origins: [] },
    // It is told no in many ways.
    expectedTroubles: /./,
  });
}

/** Every way in which a page can send something away, each to its end; answers how many. */
async function attack(page: Page, url: string, requests: RightRequest[]): Promise<number> {
  return page.evaluate(
    async ([shop, all]) => {
      let sent = 0;
      const quietly = async (work: Promise<unknown>) => {
        sent++;
        await work.catch(() => undefined);
      };
      const submit = (target: string, enctype: string, fields: Record<string, unknown>) =>
        new Promise((resolve) => {
          const frame = document.createElement("iframe");
          frame.name = `frame-${sent}`;
          document.body.append(frame);
          const form = document.createElement("form");
          Object.assign(form, { method: "post", action: target, target: frame.name, enctype });
          for (const [name, value] of Object.entries(fields)) {
            const input = document.createElement("input");
            Object.assign(input, { name, value: String(value) });
            form.append(input);
          }
          document.body.append(form);
          frame.addEventListener("load", resolve);
          form.submit();
        });
      for (const { method, path, body } of all) {
        const target = shop + path;
        const json = JSON.stringify(body ?? {});
        const send = { method, credentials: "include" as const, ...(body && { body: json }) };
        for (const type of ["application/json", "text/plain"]) {
          await quietly(fetch(target, { ...send, headers: { "content-type": type } }));
        }
        if (method !== "POST") continue;
        await quietly(fetch(target, { ...send, mode: "no-cors" }));
        await quietly(fetch(target, { method, credentials: "include", mode: "no-cors" }));
        await quietly(
          fetch(target, { ...send, mode: "no-cors", keepalive: true, body: new Blob([json]) }),
        );
        for (const enctype of [
          "application/x-www-form-urlencoded",
          "text/plain",
          "multipart/form-data",
        ]) {
          await quietly(submit(target, enctype, body ?? {}));
        }
      }
      return sent;
    },
    [url, requests] as const,
  );
}

/** At last the whole page goes, as by a form that submits itself. */
async function leaveFor(page: Page, target: string): Promise<void> {
  const arrived = page.waitForURL(target);
  await page.evaluate((action) => {
    const form = Object.assign(document.createElement("form"), { method: "post", action });
    document.body.append(form);
    form.submit();
  }, target);
  await arrived;
}

async function attackFrom(host: string, opened: Opened & Awaited<ReturnType<typeof open>>) {
  expectWarning(/A page was reported by a browser: frame-ancestors/);
  const { shop, requests, cookie } = opened;
  const before = JSON.stringify(await snapshot(shop));
  const page = await evilPage(host, cookie);
  const sent = await attack(page, shop.url, requests);
  await leaveFor(page, `${shop.url}/api/identity/sign-out-everywhere`);
  return { sent: sent + 1, changed: JSON.stringify(await snapshot(shop)) !== before };
}

describe("row 23: somebody else's page in a browser", () => {
  it.each(hosts)("changes nothing from %s", async (host) => {
    const opened = await open();
    const { sent, changed } = await attackFrom(host, opened);
    const { met } = opened;
    const withCookies = met.filter(({ cookies }) => cookies).length;
    report({
      row: 23,
      check: `Chromium: forms and fetches of a page at ${host}, another port`,
      target: "nothing changes",
      figure: `${sent} sent, ${met.length} reached the shop, ${withCookies} of them with the admin's cookies; ${changed ? "something" : "nothing"} changed`,
      pass: !changed,
    });
    expect(changed).toBe(false);
    expect(met.length).toBeGreaterThan(30);
    expect([...new Set(met.map(({ site }) => site))]).toEqual([
      host === "localhost" ? "same-site" : "cross-site",
    ]);
    // Else the browser, not the shop, was tried.
    if (host === "localhost") expect(withCookies).toBe(met.length);
  });

  it("would change something, were only forms refused", async () => {
    const opened = await open();
    known.bad = true;
    const { changed } = await attackFrom("localhost", opened).finally(() => {
      known.bad = false;
    });
    expect(changed).toBe(true);
  });
});
