// A primary and a replica that follows it by streaming.
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFile,
  chown,
  copyFile,
  mkdtemp,
  readFile,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { type Connection, connect, type Database } from "#server/platform/database/connect.ts";
import type { EmbeddedPostgres } from "#server/platform/database/embedded/start.ts";
import { migrate } from "#server/platform/database/migrate.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { childrenOf, postmasterOf } from "./embedded-postgres.ts";
import { startTcpPostgres } from "./tcp-postgres.ts";

export type ReplicatedPostgres = {
  /** Of the shop's own database, with its tables. */
  primaryUrl: string;
  replicaUrl: string;
  primary: Database;
  /** As superuser, who may pause replay. */
  replica: () => Database;
  stopReplica(): Promise<void>;
  /** SIGKILL to all its processes. */
  killReplica(): Promise<void>;
  /** At the same address again. */
  startReplica(): Promise<void>;
  close(): Promise<void>;
};

const quick = { fsync: "off", full_page_writes: "off" };

export async function startReplicatedPostgres(
  settings: Record<string, string> = quick,
): Promise<ReplicatedPostgres> {
  const folder = await mkdtemp(join(tmpdir(), "shop-replicated-"));
  const [first, second] = [join(folder, "primary"), join(folder, "replica")];
  const main = await startTcpPostgres({ dataDir: first, settings });
  await migrate(main.url);
  const primary = openAs(await superuser(main.url, first));
  await copyCluster(primary, first, second);
  await follow(second, await superuser(main.url, first));

  let standby: EmbeddedPostgres | undefined;
  let replica: Connection | undefined;
  let replicaUrl = "";
  async function startReplica() {
    const port = replicaUrl && { port: new URL(replicaUrl).port };
    const more = { ...settings, ...port };
    standby = await startTcpPostgres({ dataDir: second, settings: more });
    replicaUrl ||= standby.url;
    replica = openAs(await superuser(replicaUrl, first));
  }
  async function stopReplica() {
    await replica?.close();
    await standby?.stop();
  }
  async function killReplica() {
    const postmaster = postmasterOf(second);
    // The postmaster first: it would start others.
    for (const pid of [postmaster, ...childrenOf(postmaster)]) kill(pid);
    // Keeps it from being started again.
    await standby?.stop();
    await replica?.close();
  }
  await startReplica();
  return {
    primaryUrl: main.url,
    replicaUrl,
    primary: primary.db,
    replica: () => (replica as Connection).db,
    startReplica,
    stopReplica,
    killReplica,
    async close() {
      await stopReplica();
      await primary.close();
      await main.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended already.
  }
}

const openAs = (url: string) => connect(url, { most: 2 });

async function superuser(url: string, dataDir: string): Promise<string> {
  const address = new URL(url);
  address.username = "postgres";
  address.password = (await readFile(join(dataDir, "postgres-password"), "utf8")).trim();
  return address.href;
}

/** As pg_basebackup, which the npm packages do not include. */
async function copyCluster(primary: Connection, from: string, into: string): Promise<void> {
  const { db, close } = await primary.dedicated();
  await db.execute(sql`select pg_backup_start('replica', true)`);
  // Owners stay; the WAL comes by streaming.
  const copying =
    'mkdir -m 700 "$1" && cp -a "$0/postgres" "$1/" && cd "$1/postgres" && rm -rf pg_wal/* postmaster.*';
  const copied = spawn("/bin/sh", ["-c", copying, from, into], { stdio: "inherit" });
  const [code] = await once(copied, "close");
  if (code !== 0) throw new Error("The primary could not be copied");
  const [backup] = await queryRows<{ labelfile: string }>(
    db,
    sql`select labelfile from pg_backup_stop(false)`,
  );
  await close();
  await writeAs(into, "backup_label", backup?.labelfile ?? "");
  await copyFile(join(from, "postgres-password"), join(into, "postgres-password"));
}

async function follow(dataDir: string, primaryUrl: string): Promise<void> {
  const { hostname, port, username, password } = new URL(primaryUrl);
  const to = `host=${hostname} port=${port} user=${username} password=${password}`;
  await appendFile(
    join(dataDir, "postgres/postgresql.auto.conf"),
    `primary_conninfo = '${to}'\nwal_retrieve_retry_interval = 100ms\n`,
  );
  await writeAs(dataDir, "standby.signal", "");
}

/** Owned by the user who runs PostgreSQL, which is not root. */
async function writeAs(dataDir: string, name: string, text: string): Promise<void> {
  const cluster = join(dataDir, "postgres");
  await writeFile(join(cluster, name), text, { mode: 0o600 });
  const { uid, gid } = await stat(cluster);
  await chown(join(cluster, name), uid, gid);
}

/** The request takes effect a moment later. */
export async function pauseReplay(replica: Database): Promise<void> {
  await replica.execute(sql`select pg_wal_replay_pause()`);
  const state = () => queryRows(replica, sql`select pg_get_wal_replay_pause_state() as is`);
  await expect.poll(state).toEqual([{ is: "paused" }]);
}
