// The shop as `npm start` runs it, in processes of its own, on a database of its own.
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect } from "vitest";
import { checkResponse } from "#tests/check-response.ts";
import { createDatabase } from "#tests/create-database.ts";
import { onEnd } from "#tests/on-end.ts";
import { type OpenCardProvider, openCardProvider } from "#tests/open-card-provider.ts";
import { makeDataDir, type Program, spawnProgram } from "#tests/start-program.ts";
import { startArguments } from "../scripts/start-command.ts";
import { type Database, openDatabase } from "./database.ts";
import { type Fault, plantFaults } from "./plant-fault.ts";

export type Shop = {
  url: string;
  dataDir: string;
  /** Past the shop, and past what stands between the two. */
  database: Database;
  cards: OpenCardProvider;
  /** As a page of the shop sends it; the answer is held against the contract. */
  request(path: string, init?: RequestInit): Promise<Response>;
  /** Resolves when it is ready. */
  start(): Promise<void>;
  /** Only begins to start. */
  launch(): Program;
  /** As `kill -9`, whatever it is doing. */
  kill(): Promise<unknown>;
  /** As a supervisor does it: SIGTERM. Resolves to the exit code. */
  stop(): Promise<number | null>;
  /** All that it printed since it was started last. */
  printed(): string;
  /** The process that was started last. */
  program(): Program;
};

type Env = Record<string, string>;

export type Options = {
  /** Another than a fresh one; "embedded" is the one that the shop starts itself. */
  databaseUrl?: string;
  /** Where the proof reaches the same database, if something stands between it and the shop. */
  direct?: string;
  /** Those of another shop, where two share one provider. */
  cards?: OpenCardProvider;
  /** Given the card provider's address, the one at which the shop looks for it. */
  providerAt?: (address: string) => Promise<string>;
  /** May depend on the shop's address. */
  env?: Env | ((url: string) => Promise<Env>);
  /** Another than a new one, which is deleted at the end. */
  dataDir?: string;
  /** The command line, where it is not that of `npm start`, and the folder in which it runs. */
  command?: readonly string[];
  folder?: string;
  /** Started from a copy with these faults. */
  faults?: readonly Fault[];
  /** Lines of its log, at level warn or error, that this proof causes. */
  expectedComplaints?: RegExp;
};

export async function startShop(options: Options = {}): Promise<Shop> {
  const shop = await prepareShop(options);
  await shop.start();
  return shop;
}

/** Everything but the start. */
export async function prepareShop(options: Options = {}): Promise<Shop> {
  const { expectedComplaints, faults } = options;
  const databaseUrl = options.databaseUrl ?? (await createDatabase());
  const dataDir = options.dataDir ?? (await makeDataDir("shop data "));
  const folder = faults?.length ? await plantFaults(faults) : options.folder;
  const [program = "", ...args] = options.command ?? [process.execPath, ...startArguments];
  const url = `http://localhost:${await freePort()}`;
  const env = typeof options.env === "function" ? await options.env(url) : options.env;
  const cards =
    options.cards ?? (await openCardProvider({ webhooksTo: `${url}/api/webhooks/card-provider` }));
  const variables = {
    ...{ PORT: new URL(url).port, DEMO: "0", ...cards.env },
    STRIPE_API_URL: (await options.providerAt?.(cards.origin)) ?? cards.origin,
    // Nobody goes there; without it the shop would start an emulator of Google.
    ...{ GOOGLE_ISSUER: url, GOOGLE_CLIENT_ID: "shop", GOOGLE_CLIENT_SECRET: "unused" },
    ...(databaseUrl !== "embedded" && { DATABASE_URL: databaseUrl }),
    ...env,
  };
  let launched: Program | undefined;
  let database: Database | undefined;
  const running = () => {
    if (!launched) throw new Error("The shop was not started");
    return launched;
  };
  const launch = () => {
    // Each start of the embedded PostgreSQL has another address.
    if (databaseUrl === "embedded") {
      void database?.close();
      database = undefined;
    }
    launched = spawnProgram(program, args, dataDir, variables, folder);
    return launched;
  };
  const end = (signal: NodeJS.Signals) => {
    process.kill(running().pid, signal);
    return running().ended;
  };
  onEnd(async () => {
    await database?.close();
    if (!launched) return;
    if (launched.isRunning()) await end("SIGKILL");
    expect(complaintsIn(launched.said(), expectedComplaints), "complaints in its log").toEqual([]);
  });

  return {
    url,
    dataDir,
    cards,
    launch,
    program: running,
    start: async () => void (await launch().ready()),
    kill: () => end("SIGKILL"),
    stop: () => end("SIGTERM"),
    printed: () => running().said(),
    get database() {
      const at = options.direct ?? databaseUrl;
      database ??= openDatabase(at === "embedded" ? embeddedIn(dataDir) : at);
      return database;
    },
    async request(path, init = {}) {
      const headers = new Headers(init.headers);
      if (!headers.has("origin")) headers.set("origin", env?.ORIGIN ?? url);
      const signal = AbortSignal.timeout(60_000);
      const response = await fetch(url + path, { signal, ...init, headers });
      await checkResponse({ method: init.method ?? "GET", path }, response);
      return response;
    },
  };
}

/** On a busy machine any request may be slow. */
const isSlow = /slow request/;

function complaintsIn(log: string, expected = /^$/): string[] {
  const complaints = log.split("\n").filter((line) => /"level":"(warn|error)"/.test(line));
  return complaints.filter((line) => !isSlow.test(line) && !expected.test(line));
}

/** The shop writes the address of its own PostgreSQL there. */
function embeddedIn(dataDir: string): string {
  const file = join(dataDir, "postgres-url");
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

/** The same after each restart, so it is from a range in which no system picks ports. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    const server = createServer().listen(port, "127.0.0.1");
    const isFree = await once(server, "listening").then(
      () => true,
      () => false,
    );
    await new Promise((resolve) => server.close(resolve));
    if (isFree) return port;
  }
}
