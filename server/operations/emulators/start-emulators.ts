// Starts emulators of services that are not configured. The shop only gets addresses and keys, as of
// the real services.
import { randomBytes, randomInt } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { callbackUrl } from "#server/modules/identity/google.ts";
import { webhookPath } from "#server/modules/paying/webhook.ts";
import type { Env } from "#server/platform/config/env.ts";
import { isLoopback } from "#server/platform/config/env-addresses.ts";
import { isPortFree, PortInUse, waitForFreePort } from "#server/platform/http/free-port.ts";
import { startEmulatorProcess } from "./emulator-process.ts";

export type EmulatorSettings = Record<string, string>;

export type Emulators = {
  settings: EmulatorSettings;
  about: string[];
  serve(origin: string): Promise<void>;
  stop(): Promise<void>;
};

const host = "127.0.0.1";
const programs = join(import.meta.dirname, "../../../emulators");

export async function startEmulators(env: Env): Promise<Emulators> {
  const wanted: Emulators[] = [];
  // In production it may be left out, and then is not offered.
  const isGoogleEmulated = !env.GOOGLE_CLIENT_ID && env.NODE_ENV !== "production";
  if (isGoogleEmulated) wanted.push(await startGoogle(env));
  if (!env.STRIPE_SECRET_KEY) wanted.push(await startCardProvider(env));
  // Optional: a shop in production, or one that others reach, has the real one or none.
  if (!env.VIES_URL && env.NODE_ENV !== "production" && isLoopback(env.HOST))
    wanted.push(await startVies(env));
  return {
    settings: Object.assign({}, ...wanted.map(({ settings }) => settings)),
    about: wanted.flatMap(({ about }) => about),
    async serve(origin) {
      await Promise.all(wanted.map((emulator) => emulator.serve(origin)));
    },
    async stop() {
      await Promise.all(wanted.map((emulator) => emulator.stop()));
    },
  };
}

/** Keeps its port as long as the data: users are identified by the issuer's address. */
async function startGoogle(env: Env): Promise<Emulators> {
  const file = join(env.DATA_DIR, "emulators/google.json");
  const remembered = (await readSettings(file))?.port;
  const port = remembered ?? (await choosePort(env.PORT, 10_000));
  const clientId = "shop";
  const clientSecret = randomBytes(32).toString("base64url");
  const emulator = startEmulatorProcess("The Google emulator", join(programs, "google/main.ts"), {
    PORT: String(port),
    CLIENT_ID: clientId,
    CLIENT_SECRET: clientSecret,
    DATA_DIR: env.DATA_DIR,
  });
  return {
    settings: {
      GOOGLE_ISSUER: `http://localhost:${port}`,
      GOOGLE_CLIENT_ID: clientId,
      GOOGLE_CLIENT_SECRET: clientSecret,
    },
    about: [
      "Continue with Google: an emulator on this machine lets you choose among three people.",
    ],
    async serve(origin) {
      if (!(await waitForFreePort(port, host))) {
        throw new PortInUse(
          `Port ${port} is in use by another program. The Google emulator needs it, because ` +
            `the people who signed in with it are known by it. Stop that program, or use other ` +
            "data: DATA_DIR=./other-data npm start",
        );
      }
      await emulator.serve(callbackUrl(origin));
      if (!remembered) await writeSettings(file, { port });
    },
    stop: emulator.stop,
  };
}

/** Keeps its port and keys if possible, for pages that stay open during a restart. */
async function startCardProvider(env: Env): Promise<Emulators> {
  const file = join(env.DATA_DIR, "emulators/card-provider.json");
  const remembered = await readSettings(file);
  const isStillOurs = remembered !== undefined && (await waitForFreePort(remembered.port, host));
  const port = isStillOurs ? remembered.port : await choosePort(env.PORT, 20_000);
  const { keys = newKeys() } = remembered ?? {};
  const program = join(programs, "card-provider/main.ts");
  const emulator = startEmulatorProcess("The card provider emulator", program, {
    PORT: String(port),
    SECRET_KEY: keys.secret,
    PUBLISHABLE_KEY: keys.publishable,
    WEBHOOK_SECRET: keys.webhook,
    DATA_DIR: env.DATA_DIR,
  });
  const address = `http://localhost:${port}`;
  return {
    settings: {
      STRIPE_API_URL: address,
      STRIPE_SCRIPT_URL: `${address}/stripe.js`,
      STRIPE_SECRET_KEY: keys.secret,
      STRIPE_PUBLISHABLE_KEY: keys.publishable,
      STRIPE_WEBHOOK_SECRET: keys.webhook,
    },
    about: [
      "Pay by card: 4242 4242 4242 4242 with any later date and any CVC; an emulator on this machine",
      `  takes it and no money moves. What it has on record: ${address}/control`,
    ],
    async serve(origin) {
      await emulator.serve(`${origin}${webhookPath}`);
      await writeSettings(file, { port, keys });
    },
    stop: emulator.stop,
  };
}

async function startVies(env: Env): Promise<Emulators> {
  const port = await choosePort(env.PORT, 15_000);
  const program = join(programs, "vies/main.ts");
  const emulator = startEmulatorProcess("The VIES emulator", program, { PORT: String(port) });
  return {
    settings: { VIES_URL: `http://localhost:${port}/rest-api` },
    about: [
      "VAT numbers: an emulator of VIES knows all but those that end in 0; for 9 it is down, for 8 slow.",
    ],
    serve: () => emulator.serve(""),
    stop: emulator.stop,
  };
}

type Keys = { secret: string; publishable: string; webhook: string };

function newKeys(): Keys {
  const random = () => randomBytes(24).toString("base64url");
  return {
    secret: `sk_test_${random()}`,
    publishable: `pk_test_${random()}`,
    webhook: `whsec_${random()}`,
  };
}

async function choosePort(shop: number, distance: number): Promise<number> {
  const beside = shop + distance > 65_535 ? shop - distance : shop + distance;
  if (shop !== 0 && (await isPortFree(beside, host))) return beside;
  for (;;) {
    const port = randomInt(20_000, 30_000);
    if (await isPortFree(port, host)) return port;
  }
}

type Remembered = { port: number; keys?: Keys };

async function readSettings(file: string): Promise<Remembered | undefined> {
  const text = await readFile(file, "utf8").catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text);
}

async function writeSettings(file: string, what: Remembered): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(`${file}.new`, JSON.stringify(what), { mode: 0o600 });
  await rename(`${file}.new`, file);
}
