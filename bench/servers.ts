// Starts the two sides of a comparison: the built shop and its limit.
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { get, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { aPart } from "#seed/builders.ts";
import { addParts } from "#server/modules/catalog/add-parts.ts";
import { connect } from "#server/platform/database/connect.ts";
import { startEmbeddedPostgres } from "#server/platform/database/embedded/start.ts";
import { migrate } from "#server/platform/database/migrate.ts";
import { startArguments, startVariables } from "../scripts/start-command.ts";
import type { BareAnswer } from "./bare-server.ts";
import { pinToCore } from "./load.ts";
import { readResidentMegabytes } from "./npm-start.ts";

export type Server = {
  url: string;
  databaseUrl: string;
  pid: number;
  megabytes(): Promise<number>;
  /** Of the process and its children. */
  processorSeconds(): Promise<number>;
  /** Of its database, where that is its own. */
  databaseSeconds(): Promise<number>;
  stop(): Promise<void>;
};

/** Several processes are not pinned to a core. */
type Processes = { processes?: number };

/** Bounds memory while filling. */
const together = 10_000;

/** A shop with that many parts on embedded PostgreSQL. */
export async function openShop(parts: number, how: How = {}): Promise<Server> {
  const fill = async (databaseUrl: string) => {
    const connection = connect(databaseUrl, { most: 1 });
    for (let from = 0; from < parts; from += together) {
      const length = Math.min(together, parts - from);
      const some = Array.from({ length }, (_, at) =>
        aPart({ name: `Brake Disc ${from + at + 1}` }),
      );
      await addParts(connection.db, some);
    }
    await connection.db.execute(sql`analyze`);
    await connection.close();
  };
  return open(fill, how);
}

/** A shop that is filled once for each folder; without one, each time. */
export async function openFilled(
  fill: (databaseUrl: string) => Promise<void>,
  folder: string | undefined,
): Promise<Server> {
  return open(fill, { folder });
}

/** The demo shop, with parts and pages of realistic size. */
export async function openDemo({ processes }: Processes = {}): Promise<Server> {
  return open(async () => {}, { env: { DEMO: "1" }, processes });
}

type How = {
  env?: Record<string, string>;
  processes?: number | undefined;
  /** Flags for Node. */
  also?: string[];
  /** Kept. */
  folder?: string | undefined;
};

async function open(
  fill: (databaseUrl: string) => Promise<void>,
  { env, processes, also = [], folder }: How,
): Promise<Server> {
  const dataDir = folder ?? (await mkdtemp(join(tmpdir(), "shop-bench-")));
  const postgres = await startEmbeddedPostgres({ dataDir });
  await migrate(postgres.url);
  const filled = join(dataDir, "filled");
  if (!existsSync(filled)) {
    await fill(postgres.url);
    await writeFile(filled, "");
  }
  const whole = { DATABASE_URL: postgres.url, DATA_DIR: dataDir, ...env };
  const shop = await startServer([...also, ...startArguments], whole, processes);
  const lock = await readFile(join(dataDir, "postgres", "postmaster.pid"), "utf8");
  return {
    ...shop,
    databaseSeconds: () => processorSeconds(Number.parseInt(lock, 10)),
    databaseUrl: postgres.url,
    async stop() {
      await shop.stop();
      await postgres.stop();
      if (folder === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A bare server that sends the bytes and headers of the shop's response. */
export async function openBareServer(
  url: string,
  sent: Record<string, string>,
  { processes }: Processes = {},
): Promise<Server> {
  const answer = await fetchRaw(url, sent);
  const folder = await mkdtemp(join(tmpdir(), "shop-bench-"));
  const file = join(folder, "answer.json");
  await writeFile(file, JSON.stringify(answer));
  const server = await startServer(["bench/bare-server.ts", file], {}, processes);
  await rm(folder, { recursive: true });
  return server;
}

/** Without the decompression of fetch. */
export async function fetchRaw(url: string, sent: Record<string, string>): Promise<BareAnswer> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers: sent, agent: false }, resolve).on("error", reject);
  });
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  const { date: _, connection: __, "keep-alive": ___, ...headers } = response.headers;
  return {
    status: response.statusCode ?? 0,
    headers: headers as Record<string, string>,
    body: Buffer.concat(chunks).toString("base64"),
    etag: headers.etag ?? "",
  };
}

export async function startServer(
  args: string[],
  env: Record<string, string>,
  processes?: number,
): Promise<Server> {
  const [command, rest] = processes
    ? [process.execPath, args]
    : pinToCore(0, [process.execPath, ...args]);
  const child = spawn(command, rest, {
    // Without rate limits.
    env: {
      ...process.env,
      ...startVariables,
      PORT: "0",
      RATE_LIMIT_FACTOR: "1000000",
      RESERVATION_FACTOR: "1000000",
      WORKERS: String(processes ?? 1),
      ...env,
    },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const url = await new Promise<string>((resolve, reject) => {
    let text = "";
    child.stdout?.on("data", (bytes) => {
      text += bytes;
      const ready = /^Ready: (\S+)$/m.exec(text)?.[1];
      if (ready) resolve(ready.replace("localhost", "127.0.0.1"));
    });
    child.once("exit", () => reject(new Error(`${args[0]} ended before it was ready`)));
  });
  return {
    url,
    databaseUrl: "",
    pid: child.pid ?? 0,
    megabytes: async () => Math.round(await megabytesOf(child.pid ?? 0, processes)),
    processorSeconds: () => processorSeconds(child.pid ?? 0),
    databaseSeconds: async () => 0,
    stop: () => end(child),
  };
}

/** Shared memory counts once for each process. */
async function megabytesOf(pid: number, processes = 1): Promise<number> {
  const own = await readResidentMegabytes(pid);
  if (processes === 1) return own;
  const theirs = await Promise.all((await childrenOf(pid)).map((child) => megabytesOf(child)));
  return theirs.reduce((sum, each) => sum + each, own);
}

async function childrenOf(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "");
  return children.split(" ").filter(Boolean).map(Number);
}

async function end(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await gone;
}

async function processorSeconds(pid: number): Promise<number> {
  const read = (file: string) => readFile(`/proc/${pid}/${file}`, "utf8").catch(() => "");
  const [user = 0, system = 0] =
    (await read("stat")).split(") ")[1]?.split(" ").slice(11, 13) ?? [];
  const theirs = await Promise.all((await childrenOf(pid)).map(processorSeconds));
  return theirs.reduce((sum, each) => sum + each, (Number(user) + Number(system)) / 100);
}
