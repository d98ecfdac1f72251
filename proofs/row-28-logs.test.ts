// Row 28: secrets in every input of every call, and in no log, metric, trace or refusal.

import { describe, expect, it } from "vitest";
import type { Call } from "#contract/call.ts";
import { freePort } from "#tests/free-port.ts";
import { placeOrder } from "#tests/orders.ts";
import { getAccessToken, type SignedIn, signIn, signUp } from "#tests/people.ts";
import { seed } from "#tests/random.ts";
import { startTraceCollector } from "#tests/trace-collector.ts";
import { addressOf, bodyOf, everyCall, nothing } from "./calls.ts";
import { clearLimits } from "./database.ts";
import { resetTokenFor } from "./letters.ts";
import { addPart, adminOf, clientSecretFor } from "./orders.ts";
import { cookieOf } from "./people.ts";
import { sendRaw } from "./raw-http.ts";
import { control, full, report } from "./report.ts";
import { sendRequest } from "./send-request.ts";
import { type Shop, startShop } from "./start-shop.ts";

const canary = `canary${seed.toString(36)}`;
const card = "4242424242424242";
const password = `${canary} horse`;

const canaryHeaders = {
  "user-agent": `${canary}-agent ${card}`,
  referer: `http://localhost/reset#token=${canary}`,
  "x-forwarded-for": `${canary}-from`,
  "x-api-key": canary,
  "accept-language": canary,
};

type World = { shop: Shop; people: SignedIn[]; refusals: string[] };

const notSecret = new Set(["email", "img", "part", "order", "key"]);

/** The right body of a call with a secret in each of its texts; one with a field more; half of one. */
function bodiesOf(call: Call, email: string): (string | undefined)[] {
  if (call.method === "GET") return [undefined];
  const fields = Object.entries(bodyOf(call, { ...nothing, email }) ?? {});
  const body = Object.fromEntries(
    fields.map(([name, value]) => {
      const isText = typeof value === "string" && !notSecret.has(name);
      return [name, isText ? `${canary}-${name} ${card}` : value];
    }),
  );
  const oneMore = JSON.stringify({ ...body, hint: password });
  return [JSON.stringify(body), oneMore, `{"password": "${password}" `];
}

const sessions = new WeakMap<SignedIn, SignedIn>();

/** In a session of their own, and in another one when a call has ended that. */
async function signedIn(shop: Shop, person: SignedIn): Promise<SignedIn> {
  const last = sessions.get(person);
  const { status } = (await last?.get("/api/identity/sessions")) ?? {};
  const session = last && status === 200 ? last : await signIn(shop, person);
  sessions.set(person, session);
  return session;
}

async function sendEveryCall({ shop, people, refusals }: World): Promise<number> {
  let sent = 0;
  for (const call of everyCall) {
    for (const person of [undefined, ...people]) {
      await clearLimits(shop.database);
      const email = person?.email ?? `${canary}@example.com`;
      const address = addressOf(`/api${call.path}`, { ...nothing, email }, call);
      const path = address.replace(nothing.id, (id) => (person ? id : `${canary}-id`));
      const query = `token=${canary}-query&card=${card}&q=${canary}`;
      const credentials = person
        ? cookieOf(await signedIn(shop, person))
        : { authorization: `Bearer ${canary}-token` };
      const own = { origin: shop.url, "content-type": "application/json" };
      for (const body of bodiesOf(call, email)) {
        const { status, text } = await sendRequest(shop.url, {
          method: call.method,
          path: `${path}${path.includes("?") ? "&" : "?"}${query}`,
          headers: { ...canaryHeaders, ...credentials, ...own },
          body,
        });
        sent++;
        if (status >= 400) refusals.push(text);
      }
    }
  }
  return sent;
}

async function sendOthers({ shop: { url }, refusals }: World): Promise<void> {
  const reported = {
    "csp-report": {
      "effective-directive": "img-src",
      "blocked-uri": `https://evil.example/${canary}?${card}`,
      "document-uri": `${url}/reset?token=${canary}`,
      "script-sample": canary,
    },
  };
  const accept = { ...canaryHeaders, accept: "application/json" };
  const paths = [
    `/${canary}/${card}`,
    `/purchase/${canary}`,
    `/%ff${canary}`,
    `/images/${canary}/x`,
  ];
  const requests = [
    {
      method: "POST",
      path: "/api/browser-reports",
      body: JSON.stringify(reported),
      headers: { origin: url, "content-type": "application/csp-report" },
    },
    {
      method: "POST",
      path: "/api/webhooks/card-provider",
      body: card,
      headers: { "stripe-signature": canary },
    },
    ...paths.map((path) => ({ method: "GET", path, headers: accept })),
    { method: "GET", path: "/", headers: { host: `${canary}.example` } },
    { method: "TRACE", path: `/${canary}`, headers: canaryHeaders },
  ];
  for (const request of requests) {
    const { status, text } = await sendRequest(url, request);
    // A page may name what was looked for; a refusal may not.
    if (status >= 400 && !text.startsWith("<!doctype")) refusals.push(text);
  }
  for (const bytes of [
    `GET /${canary} HTTP/9\r\n\r\n`,
    `${canary} / HTTP/1.1\r\n\r\n`,
    `GET / HTTP/1.1\r\nx: ${canary}\x00\r\n\r\n`,
  ]) {
    refusals.push((await sendRaw(url, bytes)).body);
  }
}

async function run(planted: readonly string[] = []) {
  const collector = await startTraceCollector();
  const metricsPort = String(await freePort());
  const shop = await startShop({
    env: {
      LOG: "json",
      LOG_LEVEL: "debug",
      METRICS_PORT: metricsPort,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    },
    faults: planted,
    expectedComplaints: /./,
  });
  const admin = await adminOf(shop);
  const vera = await signUp(shop, { password, email: `${canary}.vera@example.com` });
  const wrong = { email: vera.email, password: `${password}x` };
  await vera.send("POST", "/api/identity/sign-in", wrong);
  const token = await getAccessToken(vera);
  const clientSecret = await clientSecretFor(vera, await placeOrder(vera, await addPart(shop)));
  const link = await resetTokenFor(vera.email, shop);
  const refusals: string[] = [];
  const world = { shop, people: full ? [vera, admin] : [vera], refusals };
  let sent = await sendEveryCall(world);
  await sendOthers(world);
  // From now on, the errors contain what was in an address, a query or a row.
  for (const table of ["orders", "parts", "reviews", "one_time_tokens"]) {
    await shop.database.query(`alter table ${table} rename to ${table}_away`);
  }
  sent += await sendEveryCall({ ...world, people: full ? [vera, admin] : [admin] });
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  await shop.stop();
  const cookies = [vera, admin].flatMap((person) => [...person.cookies.values()]);
  return {
    sent,
    cookies,
    outputs: {
      log: shop.printed(),
      refusals: refusals.join("\n"),
      metrics,
      traces: collector.text,
    },
    secrets: [canary, card, "4242 4242", token, clientSecret, link, vera.email, ...cookies],
  };
}

const leaksIn = (text: string, secrets: string[]) =>
  secrets.filter((secret) => text.includes(secret));

describe("row 28: what people send", () => {
  it("is in no log, metric, trace or refusal", async () => {
    const { sent, outputs, secrets } = await run();
    const { log, refusals, metrics, traces } = outputs;
    const leaks = Object.values(outputs).flatMap((text) => leaksIn(text, secrets));
    report({
      check: "a whole run with secrets in every input",
      target: "0 canaries in logs, errors, metrics",
      figure: `${sent} requests, ${log.split("\n").length} lines of log, ${metrics.split("\n").length} of metrics, ${Math.round(traces.length / 1e6)} MB of traces, ${refusals.length} characters of refusals`,
      faults: leaks,
    });
    const tooShort = secrets.filter((secret) => secret.length <= 7);
    expect(tooShort).toEqual([]);
    // There was something in which they could be found.
    expect(/"route":"\/api\/orders","status":200/.test(log), "orders that were placed").toBe(true);
    expect(/"level":"error".*does not exist/.test(log), "calls that failed").toBe(true);
    expect(metrics).toMatch(/call="POST \/api\/orders"/);
    expect(traces).toContain("POST /api/orders");
  });

  control("negative control: it is found where nothing is redacted", async () => {
    const { outputs, secrets, cookies } = await run(["redactNothing"]);
    for (const text of [outputs.log, outputs.metrics, outputs.traces]) {
      expect(leaksIn(text, secrets)).toEqual(expect.arrayContaining([canary, card]));
    }
    expect(leaksIn(outputs.log, cookies)).not.toEqual([]);
  });
});
