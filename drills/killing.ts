// The shop as a program that is killed and started again, while its database, its card provider and
// its customers live on.
import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { openProvider } from "#server/modules/payments/provider.ts";
import { readEnv } from "#server/platform/config/env.ts";
import { type Connection, connect } from "#server/platform/database/connect.ts";
import { runningPostgres } from "#server/platform/database/embedded/testing.ts";
import { isPortFree } from "#server/platform/http/free-port.ts";
import { checkResponse } from "#tests/check-response.ts";
import { listDifferences } from "#tests/expect-reconciled.ts";
import { type OpenCardProvider, openCardProvider } from "#tests/open-card-provider.ts";
import type { OpenShop } from "#tests/open-shop.ts";
import { makeDataDir, type Program, startProgram } from "#tests/start-program.ts";
import { full } from "./drill.ts";

/** Starting takes its time where others use the machine too. */
export const timeout = full ? 3_600_000 : 300_000;

/** Longer than a killed process keeps a refund from the others. */
export const refundedWithin = 5 * 60_000;

export type Killable = Pick<OpenShop, "request"> & {
  url: string;
  cards: OpenCardProvider;
  /** Comes back when it says that it is ready. */
  start(): Promise<void>;
  /** Only begins to. */
  launch(): Program;
  /** As `kill -9`, whatever it is doing. The program that was launched last. */
  kill(): void;
  ended(): Promise<unknown>;
  /** A connection to its database, past the program. */
  connect(): Connection;
};

type Options = {
  /** Where the program looks for its database; without one it starts its own, which dies with it. */
  databaseUrl?: string;
  /** The same database as the drill reaches it, where something stands between. */
  direct?: string;
  /** Given the emulator's address, the one at which the program looks for it. */
  providerAt?: (address: string) => Promise<string>;
  env?: Record<string, string>;
  /** Of another shop, where two share one. */
  cards?: OpenCardProvider;
  /** A module that makes it a known-bad one. */
  knownBad?: URL;
};

export async function openKillable(options: Options = {}): Promise<Killable> {
  const dataDir = await makeDataDir("shop to kill ");
  const port = await choosePort();
  const url = `http://localhost:${port}`;
  const webhooksTo = `${url}/api/webhooks/card-provider`;
  const cards = options.cards ?? (await openCardProvider({ webhooksTo }));
  const variables = {
    PORT: String(port),
    DEMO: "0",
    ...cards.env,
    STRIPE_API_URL: (await options.providerAt?.(cards.origin)) ?? cards.origin,
    // Nobody goes there.
    ...{ GOOGLE_ISSUER: url, GOOGLE_CLIENT_ID: "shop", GOOGLE_CLIENT_SECRET: "nobody asks" },
    ...options.env,
    ...(options.databaseUrl && { DATABASE_URL: options.databaseUrl }),
    ...(options.knownBad && { NODE_OPTIONS: `--import=${options.knownBad.href}` }),
  };
  let program: Program | undefined;
  const running = () => {
    if (!program) throw new Error("Nothing was started");
    return program;
  };
  const databaseUrl = () => options.direct ?? options.databaseUrl ?? runningPostgres(dataDir);

  return {
    url,
    cards,
    launch() {
      program = startProgram(dataDir, variables);
      return program;
    },
    async start() {
      program = startProgram(dataDir, variables);
      await program.ready();
    },
    kill: () => void process.kill(running().pid, "SIGKILL"),
    ended: () => running().ended,
    connect: () => connect(databaseUrl() ?? "", { most: 2 }),
    async request(path, init = {}) {
      const headers = new Headers({
        origin: url,
        ...Object.fromEntries(new Headers(init.headers)),
      });
      const signal = AbortSignal.timeout(30_000);
      const response = await fetch(url + path, { ...init, headers, signal });
      await checkResponse({ method: init.method ?? "GET", path }, response);
      return response;
    },
  };
}

/** From a range in which no system picks ports for connections: it must be free each time. */
async function choosePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 30_000);
    if (await isPortFree(port, "127.0.0.1")) return port;
  }
}

export type Wrong = (connection: Connection) => Promise<string[]>;

/**
 * What is still wrong when so much time is over, and how long it took until nothing was: the ledger
 * and what the customers were told. Nobody lends a hand meanwhile.
 */
export async function whatStaysWrong(
  { cards, connect: open }: Pick<Killable, "cards" | "connect">,
  wrong: Wrong,
  within = 60_000,
): Promise<{ wrong: string[]; milliseconds: number }> {
  const connection = open();
  onTestFinished(connection.close);
  // Past whatever stands between the shop and its provider.
  const provider = openProvider(readEnv({ NODE_ENV: "test", ...cards.env }));
  const shop = { ...connection, provider, stopping: new AbortController().signal };
  const look = async () => [...(await unbalanced(shop)), ...(await wrong(connection))];
  const found = await untilNone(look, within);
  await connection.close();
  return { wrong: found.left, milliseconds: found.milliseconds };
}

type Checked = Parameters<typeof listDifferences>[0];
const unbalanced = async (shop: Checked) => (await listDifferences(shop)).map(({ says }) => says);

async function untilNone(look: () => Promise<string[]>, within: number) {
  const began = performance.now();
  let left = await look();
  while (left.length > 0 && performance.now() - began < within) {
    await sleep(250);
    left = await look();
  }
  return { left, milliseconds: performance.now() - began };
}
