// Row 28: passwords, tokens, links of letters and card numbers, in every input of every call, while
// all is well and while it is not: none of it in a log, in numbers or traces, nor in an answer that
// says no.
import { sql } from "drizzle-orm";
import { Counter } from "prom-client";
import { describe, expect, it, vi } from "vitest";
import type { Call } from "#contract/call.ts";
import { startLog } from "#server/platform/telemetry/log/log.ts";
import type { RequestLog } from "#server/platform/telemetry/log/request-log.ts";
import type { OpenShop } from "#tests/open-shop.ts";
import { findLetterLink } from "#tests/page-actions.ts";
import { createClientSecret, openPayingShop, orderFirstPart } from "#tests/paying-shop.ts";
import { type SignedIn, signIn, signUp, signUpAdmin } from "#tests/people.ts";
import { startTraceCollector } from "#tests/trace-collector.ts";
import { addressOf, bodyOf, everyCall, nothing } from "../proofs/calls.ts";
import { sendRaw } from "../proofs/raw-http.ts";
import { ask } from "./ask.ts";
import { newSession } from "./askers.ts";
import { full, report } from "./drill.ts";
import { seed } from "./seed.ts";

/** Known-bad variants of what is said of a request, and of what hides secrets. */
const known = vi.hoisted(() => ({ bad: false }));
vi.mock(import("#server/platform/telemetry/log/redact.ts"), async (original) => {
  const actual = await original();
  return { ...actual, redactLine: (line) => (known.bad ? line : actual.redactLine(line)) };
});
vi.mock(import("#server/platform/telemetry/log/request-log.ts"), async (original) => {
  const actual = await original();
  class Telling extends actual.RequestLog {
    override requestCompleted(...given: Parameters<RequestLog["requestCompleted"]>): void {
      super.requestCompleted(...given);
      if (!known.bad) return;
      const { url, headers, body, log } = given[1];
      log.info({ asked: { sent: headers, json: JSON.stringify(body) } }, url);
    }
  }
  return { ...actual, RequestLog: Telling };
});
vi.mock(import("#server/platform/telemetry/metrics/measure-requests.ts"), async (original) => {
  const actual = await original();
  return {
    measureRequests(app, registry) {
      actual.measureRequests(app, registry);
      if (!known.bad) return;
      const options = { name: "urls", help: "Bad", labelNames: ["url"], registers: [registry] };
      const urls = new Counter(options);
      app.addHook("onResponse", async ({ url }) => urls.inc({ url: decodeURIComponent(url) }));
    },
  };
});
vi.mock(import("#server/platform/telemetry/traces/safe-exporter.ts"), async (original) => {
  const actual = await original();
  class SafeExporter extends actual.SafeExporter {
    constructor(...given: ConstructorParameters<typeof actual.SafeExporter>) {
      super(...given);
      if (known.bad) this.export = given[0].export.bind(given[0]);
    }
  }
  return { SafeExporter };
});

const canary = `kanari${seed.toString(36)}`;
const card = "4242424242424242";
const password = `${canary} horse`;

const everywhere = (secret: string) => ({
  "user-agent": `${canary}-agent ${card}`,
  referer: `http://localhost/reset#token=${secret}`,
  "x-forwarded-for": `${canary}-from`,
  "x-api-key": secret,
  "accept-language": canary,
});

type World = { shop: OpenShop; people: SignedIn[]; errors: string[] };

const plain = new Set(["email", "img", "part", "order", "key"]);

/** The right body of a call with what is secret in each of its texts; then not quite right; broken. */
function bodiesOf(call: Call, email: string): (string | undefined)[] {
  const right = bodyOf(call, { ...nothing, email });
  if (call.method === "GET") return [undefined];
  const poisoned = Object.entries(right ?? {}).map(([name, value]) => {
    const isText = typeof value === "string" && !plain.has(name);
    return [name, isText ? `${canary}-${name} ${card}` : value] as const;
  });
  const body = Object.fromEntries(poisoned);
  return [
    JSON.stringify(body),
    JSON.stringify({ ...body, hint: password }),
    `{"password": "${password}" `,
  ];
}

async function askAll(world: World): Promise<number> {
  let asked = 0;
  for (const call of everyCall) {
    for (const person of [undefined, ...world.people]) asked += await askAs(world, call, person);
  }
  return asked;
}

/** In a session of its own, because some calls end the session in which they are made. */
async function askAs({ shop, errors }: World, call: Call, person?: SignedIn): Promise<number> {
  const email = person?.email ?? `${canary}@example.com`;
  const bare = addressOf(`/api${call.path}`, { ...nothing, email }, call);
  const more = `token=${canary}-query&card=${card}&q=${canary}`;
  const path = bare.replace(nothing.id, (id) => (person ? id : `${canary}-id`));
  const shown = person
    ? (await newSession(shop, person.user._id)).cookie
    : { authorization: `Bearer ${canary}-token` };
  const type = { origin: shop.shop.origin, "content-type": "application/json" };
  const bodies = bodiesOf(call, email);
  for (const body of bodies) {
    const { status, text } = await ask(shop.url, {
      method: call.method,
      path: `${path}${path.includes("?") ? "&" : "?"}${more}`,
      headers: { ...everywhere(canary), ...shown, ...type },
      body,
    });
    if (status >= 400) errors.push(text);
  }
  return bodies.length;
}

/** What is no call: pages, files, reports, messages, what is no HTTP. */
async function askAround({ shop, errors }: World): Promise<void> {
  const { url } = shop;
  const { origin } = shop.shop;
  const reported = {
    "csp-report": {
      "effective-directive": "img-src",
      "blocked-uri": `https://evil.example/${canary}?${card}`,
      "document-uri": `${url}/reset?token=${canary}`,
      "script-sample": canary,
    },
  };
  const type = "application/csp-report";
  const all = [
    {
      method: "POST",
      path: "/api/browser-reports",
      headers: { origin, "content-type": type },
      body: JSON.stringify(reported),
    },
    {
      method: "POST",
      path: "/api/webhooks/card-provider",
      headers: { "stripe-signature": canary },
      body: card,
    },
    ...[
      `/${canary}/${card}`,
      `/purchase/${canary}`,
      `/%ff${canary}`,
      `/images/${canary}/x.webp`,
    ].map((path) => ({
      method: "GET",
      path,
      headers: { ...everywhere(canary), accept: "application/json" },
    })),
    { method: "GET", path: "/", headers: { host: `${canary}.example` } },
    { method: "TRACE", path: `/${canary}`, headers: everywhere(canary) },
  ];
  for (const { method, path, headers, ...rest } of all) {
    const { status, text } = await ask(url, { method, path, headers, ...rest });
    // A page may name what was looked for; a refusal may not.
    if (status >= 400 && !text.startsWith("<!doctype")) errors.push(text);
  }
  for (const bytes of [
    `GET /${canary} HTTP/9\r\n\r\n`,
    `${canary} / HTTP/1.1\r\n\r\n`,
    `GET / HTTP/1.1\r\nx: ${canary}\x00\r\n\r\n`,
  ]) {
    errors.push((await sendRaw(url, bytes)).body);
  }
}

type Run = {
  asked: number;
  /** All that is told, by the place where it is read. */
  told: Record<"log" | "refusals" | "numbers" | "traces", string>;
  secrets: string[];
  cookies: string[];
};

async function aRun(): Promise<Run> {
  const lines: string[] = [];
  const stop = startLog({ LOG: "json", LOG_LEVEL: "debug", write: (line) => lines.push(line) });
  try {
    const collector = await startTraceCollector();
    const watched = { METRICS_PORT: "9464", OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
    const shop = await openPayingShop({ env: watched });
    const vera = await signUp(shop, { password, email: `${canary}.vera@example.com` });
    const admin = await signUpAdmin(shop);
    const token = (
      (await vera.send("PUT", `/api/user/${vera.email}`, { email: vera.email })).body as {
        token: string;
      }
    ).token;
    await signIn(shop, vera);
    await vera.send("POST", "/api/identity/sign-in", {
      email: vera.email,
      password: `${password}x`,
    });
    const clientSecret = await createClientSecret(vera, await orderFirstPart(shop, vera));
    await vera.send("POST", "/api/identity/forgotten", { email: vera.email });
    const link = (await findLetterLink(shop)).split("token=")[1] ?? "";
    const errors: string[] = [];
    const world = { shop, people: full ? [vera, admin] : [vera], errors };
    let asked = await askAll(world);
    await askAround(world);
    // What was in an address, a query or a row is in the words of the errors that come now.
    const { db } = shop.shop;
    for (const table of ["orders", "parts", "reviews", "limits", "one_time_tokens"]) {
      await db.execute(
        sql`alter table ${sql.identifier(table)} rename to ${sql.identifier(`${table}_away`)}`,
      );
    }
    asked += await askAll({ ...world, people: full ? [vera, admin] : [admin] });
    const numbers = (await shop.shop.metrics?.text()) ?? "";
    await shop.stop();
    const cookies = [vera, admin].flatMap((person) => [...person.cookies.values()]);
    const secrets = [canary, card, "4242 4242", token, clientSecret, link, vera.email, ...cookies];
    const [log, refusals] = [lines.join("\n"), errors.join("\n")];
    return { asked, told: { log, refusals, numbers, traces: collector.text }, secrets, cookies };
  } finally {
    stop();
  }
}

const leaked = (text: string, secrets: string[]) =>
  secrets.filter((secret) => text.includes(secret));

describe("row 28: what people send", () => {
  it("stands in no log, number, trace or refusal", async () => {
    const { asked, told, secrets } = await aRun();
    const { log, refusals, numbers, traces } = told;
    const found = Object.values(told).flatMap((text) => leaked(text, secrets));
    report({
      row: 28,
      check: "a whole run with secrets in every input",
      target: "0 canaries in logs, errors, metrics",
      figure: `${asked} asked, ${log.split("\n").length} lines of the log, ${numbers.split("\n").length} of numbers, ${Math.round(traces.length / 1e6)} MB of traces, ${refusals.length} characters of refusals: ${found.length} found`,
      pass: found.length === 0,
    });
    expect(
      secrets.every((secret) => secret.length > 7),
      "a secret that is none",
    ).toBe(true);
    // There was something to be found in.
    expect(/"route":"\/api\/orders","status":200/.test(log), "orders that were placed").toBe(true);
    expect(/"level":"error".*does not exist/.test(log), "calls that failed").toBe(true);
    expect(numbers).toMatch(/call="POST \/api\/orders"/);
    expect(traces).toContain("POST /api/orders");
    expect(found, `seed ${seed}`).toEqual([]);
  });

  it("would be found where nothing is hidden", async () => {
    known.bad = true;
    try {
      const { told, secrets, cookies } = await aRun();
      for (const text of [told.log, told.numbers, told.traces]) {
        expect(leaked(text, secrets)).toEqual(expect.arrayContaining([canary, card]));
      }
      expect(leaked(told.log, cookies).length).toBeGreaterThan(0);
    } finally {
      known.bad = false;
    }
  });
});
