// The two sides of a comparison: the built shop, started as a user would, and its limit.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { aPart } from "#seed/builders.ts";
import { connect } from "#server/database/connect.ts";
import { startEmbeddedPostgres } from "#server/database/embedded/start.ts";
import { migrate } from "#server/database/migrate.ts";
import { addParts } from "#server/parts/store.ts";
import { startArguments } from "../scripts/how-it-starts.ts";
import type { BareAnswer } from "./bare-server.ts";
import { pinned } from "./load.ts";

export type Server = {
  url: string;
  databaseUrl: string;
  megabytes(): Promise<number>;
  stop(): Promise<void>;
};

/** A shop with so many parts, on embedded PostgreSQL. */
export async function openShop(parts: number): Promise<Server> {
  const dataDir = await mkdtemp(join(tmpdir(), "shop-bench-"));
  const postgres = await startEmbeddedPostgres({ dataDir });
  await migrate(postgres.url);
  const connection = connect(postgres.url, { most: 1 });
  await addParts(
    connection.db,
    Array.from({ length: parts }, (_, index) => aPart({ name: `Brake Disc ${index + 1}` })),
  );
  await connection.sql`analyze`;
  await connection.close();
  const shop = await start(startArguments, { DATABASE_URL: postgres.url, DATA_DIR: dataDir });
  return {
    ...shop,
    databaseUrl: postgres.url,
    async stop() {
      await shop.stop();
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A bare server that answers the very bytes and headers that the shop answers there. */
export async function openLimit(url: string, sent: Record<string, string>): Promise<Server> {
  const response = await fetch(url, { headers: { "accept-encoding": "identity", ...sent } });
  const {
    date: _,
    connection: __,
    "keep-alive": ___,
    ...headers
  } = Object.fromEntries(response.headers);
  const answer: BareAnswer = {
    status: response.status,
    headers,
    body: Buffer.from(await response.arrayBuffer()).toString("base64"),
    etag: headers.etag ?? "",
  };
  const folder = await mkdtemp(join(tmpdir(), "shop-bench-"));
  const file = join(folder, "answer.json");
  await writeFile(file, JSON.stringify(answer));
  const server = await start(["bench/bare-server.ts", file], {});
  await rm(folder, { recursive: true });
  return server;
}

async function start(args: string[], env: Record<string, string>): Promise<Server> {
  const [command, rest] = pinned(0, [process.execPath, ...args]);
  const child = spawn(command, rest, {
    env: { ...process.env, PORT: "0", ...env },
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
    megabytes: () => residentMegabytes(child),
    stop: () => end(child),
  };
}

async function end(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await gone;
}

async function residentMegabytes(child: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, "utf8").catch(() => "");
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}
