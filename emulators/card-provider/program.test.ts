import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { makeDataDir } from "#tests/start-program.ts";
import { createStripeClient } from "#tests/stripe-client.ts";

const keys = {
  SECRET_KEY: "sk_test_1",
  PUBLISHABLE_KEY: "pk_test_1",
  WEBHOOK_SECRET: "whsec_1",
};

type Running = { child: ChildProcess; origin: string };

async function start(dataDir: string, webhooks: string): Promise<Running> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "main.ts")], {
    env: { ...keys, PORT: "0", DATA_DIR: dataDir },
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  child.stdin?.write(`${webhooks}\n`);
  const [text] = await once(child.stdout as NodeJS.ReadableStream, "data");
  return { child, origin: /Ready: (\S+)/.exec(String(text))?.[1] ?? "" };
}

const stripeOf = ({ origin }: Running) =>
  createStripeClient({
    env: {
      STRIPE_SECRET_KEY: keys.SECRET_KEY,
      STRIPE_PUBLISHABLE_KEY: keys.PUBLISHABLE_KEY,
      STRIPE_WEBHOOK_SECRET: keys.WEBHOOK_SECRET,
      STRIPE_API_URL: origin,
      STRIPE_SCRIPT_URL: `${origin}/stripe.js`,
    },
  });

it("loses nothing that it acknowledged by kill -9, and tells it after all", async () => {
  const received = new Set<string>();
  let status = 500;
  const shop = createServer(async (request, response) => {
    let body = "";
    for await (const bytes of request) body += bytes;
    if (status === 200) received.add(JSON.parse(body).data.object.id);
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    shop.close();
    shop.closeAllConnections();
  });
  const hook = `http://localhost:${(shop.address() as AddressInfo).port}/`;
  const dataDir = await makeDataDir("card provider ");
  const known: { id: string; key: string }[] = [];
  const unknown: string[] = [];

  for (let round = 0; round < 3; round++) {
    const running = await start(dataDir, hook);
    const stripe = stripeOf(running);
    const asking = Array.from({ length: 8 }, async (_, who) => {
      for (let count = 0; ; count++) {
        const key = `${round}-${who}-${count}`;
        const made = await stripe.paymentIntents
          .create({ amount: 2_000, currency: "usd" }, { idempotencyKey: key })
          .catch(() => undefined);
        if (!made) return void unknown.push(key);
        known.push({ id: made.id, key });
      }
    });
    const before = known.length;
    await expect.poll(() => known.length, { interval: 5 }).toBeGreaterThan(before + 20);
    running.child.kill("SIGKILL");
    await Promise.all(asking);
  }

  status = 200;
  const last = await start(dataDir, hook);
  const stripe = stripeOf(last);
  const order = { amount: 2_000, currency: "usd" };
  // A retry does not act again, whether the first response arrived or not.
  for (const key of [...unknown, known.at(-1)?.key ?? ""]) {
    await stripe.paymentIntents.create(order, { idempotencyKey: key });
  }
  const all = await stripe.paymentIntents.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 });
  const ids = new Set(all.map(({ id }) => id));
  expect(known.filter(({ id }) => !ids.has(id))).toEqual([]);
  expect(all.length).toBe(known.length + unknown.length);
  await expect.poll(() => received.size).toBe(all.length);
});

it("ends when whoever started it is gone", async () => {
  const { child } = await start(await makeDataDir("card provider "), "http://localhost:9/");
  const ended = once(child, "exit");
  child.stdin?.end();
  expect(await ended).toEqual([0, null]);
});
