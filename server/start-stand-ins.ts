// What stands in for services of other houses while the real ones are not configured. The shop
// itself knows nothing of it: it is given addresses and keys, as of the real ones.
import { randomBytes, randomInt } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Env } from "./env.ts";
import { comesFree, isFree, PortTaken } from "./free-port.ts";
import { callbackAddress } from "./identity/google.ts";
import { keepStandIn } from "./stand-in.ts";

export type StandInSettings = Record<string, string>;

export type StandIns = {
  /** The variables by which the shop finds them. */
  settings: StandInSettings;
  /** What the person at the terminal may try. */
  about: string[];
  /** Comes back when they serve a shop at this address. */
  serve(origin: string): Promise<void>;
  stop(): Promise<void>;
};

/** Stand-ins come to this machine only. */
const host = "127.0.0.1";
const googleProgram = join(import.meta.dirname, "../stand-ins/google/main.ts");

export async function startStandIns(env: Env): Promise<StandIns> {
  if (!env.GOOGLE_CLIENT_ID || !env.GOOGLE_CLIENT_SECRET) return startGoogle(env);
  return { settings: {}, about: [], serve: async () => {}, stop: async () => {} };
}

/**
 * People who signed in by Google are known by its address, so that stays the same for as long as
 * the data. Loading takes the program longest, which goes on while the database is opened.
 */
async function startGoogle(env: Env): Promise<StandIns> {
  const file = join(env.DATA_DIR, "stand-ins/google.json");
  const remembered = await recallPort(file);
  const port = remembered ?? (await choosePort(env.PORT));
  const clientId = "shop";
  const clientSecret = randomBytes(32).toString("base64url");
  const standIn = keepStandIn("The stand-in for Google", googleProgram, {
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
    about: ["Continue with Google: a stand-in on this machine lets you choose among three people."],
    async serve(origin) {
      if (!(await comesFree(port, host))) {
        throw new PortTaken(
          `Port ${port} is in use by another program. The stand-in for Google needs it, because ` +
            `the people who signed in with it are known by it. Stop that program, or use other ` +
            "data: DATA_DIR=./other-data npm start",
        );
      }
      await standIn.serve(callbackAddress(origin));
      if (!remembered) await rememberPort(file, port);
    },
    stop: standIn.stop,
  };
}

/** Beside the shop's own port where that is possible. */
async function choosePort(shop: number): Promise<number> {
  const beside = shop + 10_000 > 65_535 ? shop - 10_000 : shop + 10_000;
  if (shop !== 0 && (await isFree(beside, host))) return beside;
  for (;;) {
    // From a range in which no system picks ports for connections.
    const port = randomInt(20_000, 30_000);
    if (await isFree(port, host)) return port;
  }
}

async function recallPort(file: string): Promise<number | undefined> {
  const text = await readFile(file, "utf8").catch(() => undefined);
  return text === undefined ? undefined : Number(JSON.parse(text).port);
}

async function rememberPort(file: string, port: number): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(`${file}.new`, JSON.stringify({ port }), { mode: 0o600 });
  await rename(`${file}.new`, file);
}
