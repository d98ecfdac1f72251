// The emulators as the whole program runs them: beside the shop, and never without it.
import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import Stripe from "stripe";
import { expect, it, onTestFinished } from "vitest";
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
const emptyShop = async () => ({ DEMO: "0", DATABASE_URL: await createDatabase() });

async function emulatorOf(shop: Program, name = "google"): Promise<number> {
  for (const pid of await findProcessTree(shop.pid)) {
    const line = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    if (line.includes(`emulators/${name}/main.ts`)) return pid;
  }
  return 0;
}

const beginAt = (url: string) =>
  fetch(`${url}/api/identity/google`, {
    redirect: "manual",
    headers: { "sec-fetch-site": "same-origin" },
  });

/** The whole way; answers who is signed in then. */
async function signInAt(url: string): Promise<unknown> {
  const begun = await beginAt(url);
  const flow = begun.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const back = await completeGoogleSignIn(begun.headers.get("location") ?? "", grace);
  const ended = await fetch(back, { redirect: "manual", headers: { cookie: flow } });
  const cookie = ended.headers.getSetCookie().find((each) => each.startsWith("session")) ?? "";
  const session = await fetch(`${url}/api/identity/session`, { headers: { cookie } });
  return session.json();
}

const signedIn = { user: expect.objectContaining({ name: "Grace Holm" }) };
const issuerAt = async (url: string) => {
  const begun = await beginAt(url);
  return new URL(begun.headers.get("location") ?? "").origin;
};

const remembered = async (dataDir: string) =>
  JSON.parse(await readFile(join(dataDir, "emulators/card-provider.json"), "utf8"));
const stripeOf = ({ port, keys }: Awaited<ReturnType<typeof remembered>>) =>
  new Stripe(keys.secret, { protocol: "http", host: "localhost", port, telemetry: false });

/** Another program has the port that this emulator had before. */
async function takePortOf(name: "google" | "card-provider", dataDir: string): Promise<number> {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  await mkdir(join(dataDir, "emulators"), { recursive: true });
  await writeFile(join(dataDir, `emulators/${name}.json`), JSON.stringify({ port }));
  return port;
}

it("both emulators are there when the shop is ready, remember all, and end with it", async () => {
  const dataDir = await makeDataDir();
  const takenPort = await takePortOf("card-provider", dataDir);
  const settings = await emptyShop();
  const first = startProgram(dataDir, { ...settings, IMAGE_HOST_KEY: "not_for_others" });
  const url = await first.ready();
  expect(first.said()).toContain("Continue with Google: an emulator on this machine");
  expect(first.said()).toContain("Pay by card: 4242 4242 4242 4242");
  const issuer = await issuerAt(url);
  const person = await signInAt(url);
  expect(person).toEqual(signedIn);
  const cards = await remembered(dataDir);
  expect(cards.port).not.toBe(takenPort);
  for (const secret of ["google-key.json", "card-provider.json"]) {
    expect((await stat(join(dataDir, "emulators", secret))).mode & 0o777).toBe(0o600);
  }
  expect(first.said()).not.toContain(cards.keys.secret);
  const intent = await stripeOf(cards).paymentIntents.create({ amount: 2_000, currency: "usd" });
  const events = () =>
    fetch(`http://localhost:${cards.port}/control/events`).then((answer) => answer.json());
  // Whatever the shop answers, it was sent the event.
  await expect.poll(async () => (await events())[0]?.last_answer).toMatch(/^\d{3}$/);

  // It gets only the variables that it needs, and is started again when it dies.
  const google = await emulatorOf(first);
  const variables = await readFile(`/proc/${google}/environ`, "utf8");
  expect(variables).toContain("CLIENT_ID=");
  expect(variables).not.toContain("not_for_others");
  process.kill(google, "SIGKILL");
  await expect.poll(() => signInAt(url).catch(() => undefined)).toEqual(person);
  expect(first.said()).toContain("The Google emulator ended; starting it again.");
  first.child.kill("SIGTERM");
  expect(await first.ended).toBe(0);

  // The same for a shop of several processes.
  const second = startProgram(dataDir, { ...settings, WORKERS: "2" });
  const again = await second.ready();
  expect(await issuerAt(again)).toBe(issuer);
  for (let time = 0; time < 4; time++) expect(await signInAt(again)).toEqual(person);
  expect(await remembered(dataDir)).toEqual(cards);
  expect((await stripeOf(cards).paymentIntents.retrieve(intent.id)).id).toBe(intent.id);
  const emulators = [await emulatorOf(second), await emulatorOf(second, "card-provider")];
  expect(emulators.every(isAlive)).toBe(true);
  second.child.kill("SIGKILL");
  await expect.poll(() => emulators.some(isAlive)).toBe(false);
});

it("the Google emulator says that its port is taken, because people are known by it", async () => {
  const dataDir = await makeDataDir();
  const port = await takePortOf("google", dataDir);
  const shop = startProgram(dataDir, await emptyShop());
  expect(await shop.ended).toBe(1);
  expect(shop.said()).toContain(`Port ${port} is in use by another program. The Google emulator`);
  expect(shop.said()).not.toContain("    at ");
});

it("no emulator runs for a service that is configured", async () => {
  const shop = startProgram(await makeDataDir(), {
    ...(await emptyShop()),
    GOOGLE_CLIENT_ID: "id",
    GOOGLE_CLIENT_SECRET: "secret",
    STRIPE_SECRET_KEY: "sk_test_1",
    STRIPE_PUBLISHABLE_KEY: "pk_test_1",
    STRIPE_WEBHOOK_SECRET: "whsec_1",
    STRIPE_API_URL: "http://127.0.0.1:9",
    VIES_URL: "http://127.0.0.1:9",
  });
  await shop.ready();
  for (const name of ["google", "card-provider", "vies"])
    expect(await emulatorOf(shop, name)).toBe(0);
  expect(shop.said()).not.toContain("emulator");
});
