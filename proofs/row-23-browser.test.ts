// Row 23, in a browser: a page on another port is the same site, so its requests carry the cookies.
import { type IncomingHttpHeaders, request } from "node:http";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { openPage } from "#tests/open-page.ts";
import { signIn } from "#tests/people.ts";
import { everyCall } from "./calls.ts";
import { control, full, report } from "./report.ts";
import { serve } from "./serve.ts";
import { changedSince, snapshot } from "./snapshot.ts";
import { openValidRequests } from "./valid-requests.ts";

const hosts = full ? ["localhost", "127.0.0.1"] : ["localhost"];

type Sent = { method: string; path: string; body: Record<string, unknown> | undefined };
type Received = { method: string; url: string; headers: IncomingHttpHeaders };

async function openRecorder(shopUrl: string) {
  const received: Received[] = [];
  const url = await serve((incoming, response) => {
    const { method = "", url = "", headers } = incoming;
    received.push({ method, url, headers });
    const passed = request(shopUrl + url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on("error", () => response.destroy());
    incoming.pipe(passed);
  });
  return { url, received };
}

async function openForeignPage(host: string, cookies: Map<string, string>): Promise<Page> {
  const own = await serve((_, response) => {
    response.setHeader("content-type", "text/html").end("<!doctype html><title>Win a car</title>");
  });
  const all = [...cookies].map(([name, value]) => ({
    name,
    value,
    domain: "localhost",
    path: "/",
    expires: -1,
    httpOnly: true,
    secure: false,
    sameSite: "Lax" as const,
  }));
  return openPage(own.replace("localhost", host), {
    storageState: { cookies: all, origins: [] },
    expectedTroubles: /./,
  });
}

function attack(page: Page, url: string, requests: Sent[]): Promise<number> {
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
      const forms = ["application/x-www-form-urlencoded", "text/plain", "multipart/form-data"];
      for (const { method, path, body } of all) {
        const target = shop + path;
        const json = JSON.stringify(body ?? {});
        const options = { method, credentials: "include" as const };
        const send = { ...options, ...(body && { body: json }) };
        for (const type of ["application/json", "text/plain"]) {
          await quietly(fetch(target, { ...send, headers: { "content-type": type } }));
        }
        if (method !== "POST") continue;
        const blob = { keepalive: true, body: new Blob([json]) };
        for (const more of [send, options, { ...options, ...blob }]) {
          await quietly(fetch(target, { ...more, mode: "no-cors" }));
        }
        for (const enctype of forms) await quietly(submit(target, enctype, body ?? {}));
      }
      return sent;
    },
    [url, requests] as const,
  );
}

async function leaveFor(page: Page, target: string): Promise<void> {
  const arrived = page.waitForURL(target);
  await page.evaluate((action) => {
    const form = Object.assign(document.createElement("form"), { method: "post", action });
    document.body.append(form);
    form.submit();
  }, target);
  await arrived;
}

async function attackFrom(host: string, planted: readonly string[] = []) {
  const options = { faults: planted, expectedComplaints: /CSP violation reported|Google/ };
  const { shop, admin, validRequest } = await openValidRequests(options);
  const requests: Sent[] = [];
  for (const call of everyCall.filter(({ method }) => method !== "GET")) {
    const { method, path, body } = await validRequest(call);
    requests.push({ method, path, body: body && JSON.parse(String(body)) });
  }
  const { cookies } = await signIn(shop, admin);
  const recorder = await openRecorder(shop.url);
  const before = await snapshot(shop);
  const page = await openForeignPage(host, cookies);
  const sent = 1 + (await attack(page, recorder.url, requests));
  await leaveFor(page, `${recorder.url}/api/identity/sign-out-everywhere`);
  const changed = await changedSince(shop, before);
  // A browser's own report that our pages may not be framed is no attack.
  const received = recorder.received.filter(
    ({ method, url }) => !["GET", "OPTIONS"].includes(method) && !url.endsWith("browser-reports"),
  );
  return { sent, changed, received };
}

describe("row 23: a foreign page in a browser", () => {
  it.each(hosts)("changes nothing from %s", async (host) => {
    const { sent, changed, received } = await attackFrom(host);
    const withCookies = received.filter(({ headers }) => headers.cookie !== undefined).length;
    report({
      check: `Chromium: forms and fetches of a page at ${host}, another port`,
      target: "nothing changes",
      figure: `${sent} sent, ${received.length} reached the shop, ${withCookies} of them with the admin's cookies; changed: ${changed.join() || "nothing"}`,
      faults: changed,
    });
    expect(received.length).toBeGreaterThan(30);
    const sites = new Set(received.map(({ headers }) => headers["sec-fetch-site"]));
    expect([...sites]).toEqual([host === "localhost" ? "same-site" : "cross-site"]);
    // Or the browser, not the shop, would have been tried.
    if (host === "localhost") expect(withCookies).toBe(received.length);
  });

  control("negative control: changes something where only forms are refused", async () => {
    const { changed } = await attackFrom("localhost", ["refuseFormsOnly"]);
    expect(changed).not.toEqual([]);
  });
});
