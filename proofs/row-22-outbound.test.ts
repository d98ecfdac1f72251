// Row 22: where the shop connects to while people write foreign addresses wherever they can.

import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { startMailServer } from "#tests/mail-server.ts";
import { openVisitor, type SignedIn, signUp } from "#tests/people.ts";
import { noisePicture, uploadPicture } from "#tests/pictures.ts";
import { makeDataDir } from "#tests/start-program.ts";
import { startArguments } from "../scripts/start-command.ts";
import { continueWithGoogle, grace, openGoogle } from "./google-sign-in.ts";
import { addPart, adminOf, placeAndPay } from "./orders.ts";
import { full, report } from "./report.ts";
import { serve } from "./serve.ts";
import { type Shop, startShop } from "./start-shop.ts";

type Target = string;

async function watchOutbound() {
  const file = join(await makeDataDir("watched "), "connections");
  const lines = async () => {
    const text = await readFile(file, "utf8").catch(() => "");
    return text.split("\n").filter((line) => line !== "");
  };
  if (full && spawnSync("strace", ["-V"]).status === 0) {
    // The program keeps its process id, so that it can be told to stop.
    const options = ["-D", "-f", "-qq", "-s", "200", "-e", "trace=connect", "-o", file];
    return {
      by: "strace",
      command: ["strace", ...options, process.execPath, ...startArguments],
      env: {},
      targets: async () => new Set((await lines()).flatMap(tracedTarget)),
    };
  }
  const recorder = new URL("./record-connections.ts", import.meta.url);
  return {
    by: "Node's own sockets and look-ups",
    command: [process.execPath, ...startArguments],
    env: { NODE_OPTIONS: `--import=${recorder.href}`, CONNECTIONS_FILE: file },
    targets: async () => new Set<Target>(await lines()),
  };
}

/** A line as `12 connect(20, {sa_family=AF_INET, sin_port=htons(80), sin_addr=inet_addr("1.2.3.4")}`. */
function tracedTarget(line: string): Target[] {
  const [, path] = /sun_path=@?"([^"]*)"/.exec(line) ?? [];
  if (path !== undefined) return [path];
  const [, port] = /sin6?_port=htons\((\d+)\)/.exec(line) ?? [];
  const [, host] = /(?:inet_addr\(|inet_pton\(AF_INET6, )"([^"]*)"/.exec(line) ?? [];
  // On port 0 the system asks itself for the route; nothing is sent.
  return port === undefined || port === "0" ? [] : [`${host}:${port}`];
}

/** Every periodic job runs within this time. */
const minuteMs = 75_000;

const listen = async (respond: RequestListener) =>
  portOf(
    await serve((request, response) => {
      request.resume().on("end", () => respond(request, response));
    }),
  );

const portOf = (url: string) => Number(new URL(url).port);

async function startWatched(planted: readonly string[] = []) {
  const hits: string[] = [];
  const foreign = await listen(({ method, url }, response) => {
    hits.push(`${method} ${url}`);
    response.end("caught");
  });
  const redirect = { location: `http://127.0.0.1:${foreign}/redirected` };
  const mail = await startMailServer();
  const imageHost = await listen((_, response) => {
    const data = { url: "https://pictures.example/1.webp" };
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ success: true, data }));
  });
  const ports: Record<string, number> = { mail: portOf(mail.url), "image host": imageHost };
  const webhooks = await listen((_, response) => void response.writeHead(302, redirect).end());
  Object.assign(ports, { webhooks });
  const watch = await watchOutbound();
  const env = async (url: string) => {
    const google = await openGoogle(url);
    ports.issuer = portOf(google.issuer);
    return {
      ...watch.env,
      ...google.env,
      ...(full && { WORKERS: "2" }),
      SMTP_URL: mail.url,
      MAIL_FROM: "shop@shop.example",
      WEBHOOK_HOSTS: `localhost:${webhooks}`,
      IMAGE_HOST_URL: `http://localhost:${imageHost}/upload`,
      IMAGE_HOST_KEY: "a key of the image host",
      IMAGE_HOST_PUBLIC_URL: "https://pictures.example",
    };
  };
  const database = full ? { databaseUrl: "embedded" } : {};
  const shop = await startShop({ ...database, env, command: watch.command, faults: planted });
  ports.provider = portOf(shop.cards.origin);
  return { shop, ports, watch, hits, foreign: `http://127.0.0.1:${foreign}` };
}

async function send({ send: post }: SignedIn, path: string, body: unknown, method = "POST") {
  const answer = await post(method, path, body);
  expect([path, answer.status, answer.body]).toEqual([path, 200, expect.anything()]);
}

async function writeEverywhere(shop: Shop, vera: SignedIn, foreign: string): Promise<void> {
  const text = `${foreign}/text <img src="${foreign}/text.png">`;
  await addPart(shop, { name: text, img: `${foreign}/part.png`, description: text });
  const img = `${foreign}/person.png`;
  const profile = { email: vera.email, education: text, location: text, number: text, img };
  await send(vera, "/api/updateUser", profile);
  await send(vera, "/api/reviews", { name: text, ratting: 5, img, description: text });
  const query = new URLSearchParams({ from: foreign, url: foreign, callback: foreign });
  const webhook = { name: "Elsewhere", url: foreign, kinds: ["order.placed"] };
  const refused = await (await adminOf(shop)).send("POST", "/api/webhooks", webhook);
  expect(refused.status).toBe(400);
  const { host } = new URL(foreign);
  const headers = {
    referer: foreign,
    from: foreign,
    "x-original-url": foreign,
    "x-forwarded-host": host,
    forwarded: `host=${host}`,
  };
  await shop.request("/product", { headers });
  await shop.request(`/api/identity/google?${query}`, {
    redirect: "manual",
    headers: { "sec-fetch-site": "same-origin" },
  });
  const pages = ["/", "/product", "/about", "/sitemap.xml", "/api/openapi.json", "/health"];
  for (const path of [...pages, `/api/parts?${query}`, `/login?${query}`]) {
    expect((await shop.request(path)).status).toBe(200);
  }
}

async function callEveryService(
  shop: Shop,
  vera: SignedIn,
  ports: Record<string, number>,
): Promise<void> {
  const { database } = shop;
  expect(await continueWithGoogle(openVisitor(shop), grace)).toMatch(/^\/login/);
  await send(vera, "/api/identity/forgotten", { email: vera.email });
  const { status, url } = await uploadPicture(vera, await noisePicture().jpeg().toBuffer());
  expect([status, url]).toEqual([200, "https://pictures.example/1.webp"]);
  const { _id } = await placeAndPay(shop, vera, await addPart(shop));
  await send(vera, `/api/orders/${_id}`, undefined, "DELETE");
  const refunds = () => database.query("select from refunds where state = 'done'");
  await expect.poll(refunds).toHaveLength(1);
  await send(await adminOf(shop), "/api/ledger/check", undefined);
  const hook = `http://localhost:${ports.webhooks}/hook`;
  const webhook = { name: "Accounting", url: hook, kinds: ["order.placed"] };
  const { body: made } = await (await adminOf(shop)).send("POST", "/api/webhooks", webhook);
  await send(await adminOf(shop), `/api/webhooks/${(made as { _id: string })._id}/test`, undefined);
  const sent = () => database.query("select from webhook_deliveries where status = 302");
  await expect.poll(sent).toHaveLength(1);
  await expect.poll(() => database.query("select from jobs where kind = 'letter'")).toEqual([]);
}

async function observe(planted: readonly string[] = []) {
  const { shop, ports, watch, hits, foreign } = await startWatched(planted);
  const vera = await signUp(shop);
  await writeEverywhere(shop, vera, foreign);
  if (planted.length === 0) await callEveryService(shop, vera, ports);
  if (full && planted.length === 0) await sleep(minuteMs);
  const targets = [...(await watch.targets())].sort();
  const databasePort = Number(new URL(shop.database.url).port);
  await shop.database.close();
  await shop.stop();
  const addresses = [...Object.values(ports), databasePort].flatMap((port) =>
    ["127.0.0.1", "::1", "localhost"].map((host) => `${host}:${port}`),
  );
  // The names of this machine, where the system keeps names, and PostgreSQL's socket.
  const ownNames = /^(name (localhost|127\.0\.0\.1)|\/var\/run\/nscd\/socket|.*\/\.s\.PGSQL\.\d+)$/;
  const isAllowed = (target: string) => addresses.includes(target) || ownNames.test(target);
  const isUsed = (port: number) => targets.some((target) => target.endsWith(`:${port}`));
  return {
    by: watch.by,
    targets,
    hits,
    unexpected: targets.filter((target) => !isAllowed(target)),
    unused: Object.keys(ports).filter((name) => !isUsed(ports[name] ?? 0)),
  };
}

describe("row 22: outbound connections", () => {
  it("go to what is configured, and nowhere else", async () => {
    const { by, targets, unexpected, unused, hits } = await observe();
    report({
      check: `outbound connections of all processes, seen by ${by}`,
      target:
        "none but the configured provider, issuer, image host, mail, webhooks (and the database)",
      figure: `${targets.length} targets`,
      faults: [
        ...unexpected,
        ...hits,
        ...unused.map((service) => `never connected to the ${service}`),
      ],
    });
  });

  it("negative control: a shop that fetches the picture of a part is found out", async () => {
    const { unexpected, hits } = await observe(["fetchPartPictures"]);
    expect(hits).toEqual(["GET /part.png"]);
    expect(unexpected).toContainEqual(expect.stringMatching(/^127\.0\.0\.1:\d+$/));
  });
});
