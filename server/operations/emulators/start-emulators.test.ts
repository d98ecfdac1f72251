// The emulators as the whole program runs them: beside the shop, and never without it.
import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import Stripe from "stripe";
import { describe, expect, it, onTestFinished } from "vitest";
import { completeGoogleSignIn } from "#tests/complete-google-sign-in.ts";
import { createDatabase } from "#tests/create-database.ts";
import {
  findProcessTree,
  isAlive,
  makeDataDir,
  type Program,
  startProgram,
} from "#tests/start-program.ts";

const grace = { person: "100000000000000000001" };
const unreal = { DEMO: "0" };

async function emulatorOf(shop: Program, name = "google"): Promise<number> {
  for (const pid of await findProcessTree(shop.pid)) {
    const line = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    if (line.includes(`emulators/${name}/main.ts`)) return pid;
  }
  return 0;
}

/** The whole way; answers who is signed in then. */
async function signInAt(url: string): Promise<unknown> {
  const begun = await fetch(`${url}/api/identity/google`, { redirect: "manual" });
  const flow = begun.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const back = await completeGoogleSignIn(begun.headers.get("location") ?? "", grace);
  const ended = await fetch(back, { redirect: "manual", headers: { cookie: flow } });
  const cookie = ended.headers.getSetCookie().find((each) => each.startsWith("session")) ?? "";
  const session = await fetch(`${url}/api/identity/session`, { headers: { cookie } });
  return session.json();
}

const signedIn = { user: expect.objectContaining({ name: "Grace Holm" }) };
const issuerAt = async (url: string) => {
  const begun = await fetch(`${url}/api/identity/google`, { redirect: "manual" });
  return new URL(begun.headers.get("location") ?? "").origin;
};

const remembered = async (dataDir: string) =>
  JSON.parse(await readFile(join(dataDir, "emulators/card-provider.json"), "utf8"));
const stripeOf = ({ port, keys }: Awaited<ReturnType<typeof remembered>>) =>
  new Stripe(keys.secret, { protocol: "http", host: "localhost", port, telemetry: false });

it("both emulators are there when the shop is ready, and remember all after a restart", async () => {
  const dataDir = await makeDataDir();
  const first = startProgram(dataDir, unreal);
  const url = await first.ready();
  expect(first.said()).toContain("Continue with Google: an emulator on this machine");
  expect(first.said()).toContain("Pay by card: 4242 4242 4242 4242");
  const issuer = await issuerAt(url);
  const person = await signInAt(url);
  expect(person).toEqual(signedIn);
  const cards = await remembered(dataDir);
  for (const secret of ["google-key.json", "card-provider.json"]) {
    expect((await stat(join(dataDir, "emulators", secret))).mode & 0o777).toBe(0o600);
  }
  expect(first.said()).not.toContain(cards.keys.secret);
  const intent = await stripeOf(cards).paymentIntents.create({ amount: 2_000, currency: "usd" });
  const events = () =>
    fetch(`http://localhost:${cards.port}/control/events`).then((answer) => answer.json());
  // Whatever the shop answers, it was sent the event.
  await expect
    .poll(async () => (await events())[0]?.last_answer, { timeout: 10_000 })
    .toMatch(/^\d{3}$/);
  first.child.kill("SIGTERM");
  expect(await first.ended).toBe(0);

  const again = await startProgram(dataDir, unreal).ready();
  expect(await issuerAt(again)).toBe(issuer);
  expect(await signInAt(again)).toEqual(person);
  expect(await remembered(dataDir)).toEqual(cards);
  expect((await stripeOf(cards).paymentIntents.retrieve(intent.id)).id).toBe(intent.id);
});

describe("the Google emulator", () => {
  it("serves a shop of several processes", async () => {
    const settings = { WORKERS: "2", DATABASE_URL: await createDatabase() };
    const url = await startProgram(await makeDataDir(), settings).ready();
    for (let time = 0; time < 4; time++) expect(await signInAt(url)).toEqual(signedIn);
  });

  it("is told only what it needs, is started again when it dies, and never outlives the shop", async () => {
    const shop = startProgram(await makeDataDir(), {
      ...unreal,
      IMAGE_HOST_KEY: "not_for_others",
    });
    const url = await shop.ready();
    const first = await emulatorOf(shop);
    const given = await readFile(`/proc/${first}/environ`, "utf8");
    expect(given).toContain("CLIENT_ID=");
    expect(given).not.toContain("not_for_others");

    process.kill(first, "SIGKILL");
    await expect
      .poll(() => signInAt(url).catch(() => undefined), { timeout: 10_000 })
      .toEqual(signedIn);
    expect(shop.said()).toContain("The Google emulator ended; starting it again.");

    const second = await emulatorOf(shop);
    expect(isAlive(second)).toBe(true);
    shop.child.kill("SIGKILL");
    await expect.poll(() => isAlive(second), { timeout: 5_000 }).toBe(false);
  });

  it("says that its port is taken, because people are known by it", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo;
    const dataDir = await makeDataDir();
    await mkdir(join(dataDir, "emulators"));
    await writeFile(join(dataDir, "emulators/google.json"), JSON.stringify({ port }));
    const shop = startProgram(dataDir, unreal);
    expect(await shop.ended).toBe(1);
    expect(shop.said()).toContain(`Port ${port} is in use by another program. The Google emulator`);
    expect(shop.said()).not.toContain("    at ");
  });
});

describe("the card provider emulator", () => {
  it("takes another port when somebody has its own, and goes down with the shop", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void other.close());
    const { port } = other.address() as AddressInfo;
    const dataDir = await makeDataDir();
    await mkdir(join(dataDir, "emulators"));
    await writeFile(join(dataDir, "emulators/card-provider.json"), JSON.stringify({ port }));
    const shop = startProgram(dataDir, unreal);
    await shop.ready();
    const now = await remembered(dataDir);
    expect(now.port).not.toBe(port);
    expect((await stripeOf(now).paymentIntents.list()).data).toEqual([]);
    const emulator = await emulatorOf(shop, "card-provider");
    expect(isAlive(emulator)).toBe(true);
    shop.child.kill("SIGKILL");
    await expect.poll(() => isAlive(emulator), { timeout: 5_000 }).toBe(false);
  });
});

it("nothing stands in for what is configured", async () => {
  const shop = startProgram(await makeDataDir(), {
    ...unreal,
    GOOGLE_CLIENT_ID: "id",
    GOOGLE_CLIENT_SECRET: "secret",
    STRIPE_SECRET_KEY: "sk_test_1",
    STRIPE_PUBLISHABLE_KEY: "pk_test_1",
    STRIPE_WEBHOOK_SECRET: "whsec_1",
    STRIPE_API_URL: "http://127.0.0.1:9",
  });
  await shop.ready();
  for (const name of ["google", "card-provider"]) expect(await emulatorOf(shop, name)).toBe(0);
  expect(shop.said()).not.toContain("emulator");
});
