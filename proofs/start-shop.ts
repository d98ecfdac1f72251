// The shop as `npm start` runs it, in processes of its own, on a database of its own.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { checkResponse } from "#tests/check-response.ts";
import { createDatabase } from "#tests/create-database.ts";
import { freePort } from "#tests/free-port.ts";
import { onEnd } from "#tests/on-end.ts";
import { type OpenCardProvider, openCardProvider } from "#tests/open-card-provider.ts";
import { makeDataDir, type Program, spawnProgram } from "#tests/start-program.ts";
import { startArguments } from "../scripts/start-command.ts";
import { type Database, openDatabase } from "./database.ts";
import { plantFaults } from "./plant-faults.ts";

export type Shop = {
  url: string;
  dataDir: string;
  /** A direct connection, past the shop and any proxy. */
  database: Database;
  cards: OpenCardProvider;
  /** Sends it as a page of the shop would and checks the response against the contract. */
  request(path: string, init?: RequestInit): Promise<Response>;
  start(): Promise<void>;
  launch(): Program;
  kill(): Promise<unknown>;
  stop(): Promise<number | null>;
  printed(): string;
  program(): Program;
};

type Env = Record<string, string>;

export type Options = {
  /** Default: a new database. "embedded": the one that the shop starts itself. */
  databaseUrl?: string;
  /** The same database without the proxy at `databaseUrl`. */
  directDatabaseUrl?: string;
  cards?: OpenCardProvider;
  /** Starts a proxy before the card provider and returns its address. */
  proxyProvider?: (address: string) => Promise<string>;
  env?: Env | ((url: string) => Promise<Env>);
  /** Default: a new folder, deleted at the end. */
  dataDir?: string;
  /** Default: the command of `npm start`. `folder` is its working directory; `faults` replace it. */
  command?: readonly string[];
  folder?: string;
  faults?: readonly string[];
  /** Its answers are those of an older contract, or lack what each must have. */
  isUnchecked?: boolean;
  /** Log lines of level warn or error that this proof causes. */
  expectedComplaints?: RegExp;
};

export async function startShop(options: Options = {}): Promise<Shop> {
  const shop = await prepareShop(options);
  await shop.start();
  return shop;
}

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
    PORT: new URL(url).port,
    DEMO: "0",
    WEBHOOK_HOSTS: "localhost:9",
    ...cards.env,
    STRIPE_API_URL: (await options.proxyProvider?.(cards.origin)) ?? cards.origin,
    // Nobody goes there; without it the shop would start an emulator of Google.
    GOOGLE_ISSUER: url,
    GOOGLE_CLIENT_ID: "shop",
    GOOGLE_CLIENT_SECRET: "unused",
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
      const at = options.directDatabaseUrl ?? databaseUrl;
      database ??= openDatabase(at === "embedded" ? embeddedIn(dataDir) : at);
      return database;
    },
    async request(path, init = {}) {
      const headers = new Headers(init.headers);
      if (!headers.has("origin")) headers.set("origin", env?.ORIGIN ?? url);
      const signal = AbortSignal.timeout(60_000);
      const response = await fetch(url + path, { signal, ...init, headers });
      if (!options.isUnchecked) {
        await checkResponse({ method: init.method ?? "GET", path }, response);
      }
      return response;
    },
  };
}

/** On a busy machine any request may be slow. */
const isSlow = /slow request/;

function complaintsIn(log: string, expected?: RegExp): string[] {
  const complaints = log.split("\n").filter((line) => /"level":"(warn|error)"/.test(line));
  return complaints.filter((line) => !isSlow.test(line) && !expected?.test(line));
}

/** The shop writes the address of its own PostgreSQL there. */
function embeddedIn(dataDir: string): string {
  const file = join(dataDir, "postgres-url");
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}
