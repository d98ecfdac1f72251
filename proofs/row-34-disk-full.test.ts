// Row 34: a full disk; what cannot be stored is refused, and with room again all goes on.

import { spawnSync } from "node:child_process";
import { open, readdir, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { describe, expect, it, type TestContext } from "vitest";
import { onEnd } from "#tests/on-end.ts";
import { orderRequest, placeOrder } from "#tests/orders.ts";
import { signUp } from "#tests/people.ts";
import { noisePicture, uploadPicture } from "#tests/pictures.ts";
import { makeDataDir } from "#tests/start-program.ts";
import { addPart } from "./orders.ts";
import { waitUntilReconciled } from "./reconciliation.ts";
import { recordWrongResponses } from "./record-responses.ts";
import { full, report } from "./report.ts";
import { type Shop, startShop } from "./start-shop.ts";

const megabyte = 1024 * 1024;

type SmallDisk = {
  folder: string;
  fill(leftBytes?: number): Promise<void>;
  crowd(leftFiles: number): Promise<void>;
  clear(): Promise<void>;
};

/** Or the reason why there is none. */
async function openSmallDisk(megabytes: number, files = 0): Promise<SmallDisk | string> {
  const folder = await makeDataDir("small disk ");
  const options = `size=${megabytes}m,mode=755${files > 0 ? `,nr_inodes=${files}` : ""}`;
  const mounting = ["-t", "tmpfs", "-o", options, "tmpfs", folder];
  const { status, stderr, error } = spawnSync("mount", mounting, { encoding: "utf8" });
  if (status !== 0) return `no small disk can be mounted here: ${error ?? stderr.trim()}`;
  onEnd(() => void spawnSync("umount", ["-l", folder]));
  const filler = join(folder, "filler");
  const crowding: string[] = [];
  return {
    folder,
    async fill(leftBytes = 0) {
      await writeUntilFull(filler);
      if (leftBytes > 0) await truncate(filler, megabytes * megabyte - leftBytes);
    },
    async crowd(leftFiles) {
      for (;;) {
        const file = join(folder, `crowd-${crowding.length}`);
        if (!(await canCreate(file))) break;
        crowding.push(file);
      }
      for (const file of crowding.splice(crowding.length - leftFiles)) await rm(file);
    },
    async clear() {
      for (const file of [filler, ...crowding.splice(0)]) await rm(file, { force: true });
    },
  };
}

async function writeUntilFull(path: string): Promise<void> {
  const file = await open(path, "w");
  try {
    for (let size = megabyte; size >= 4_096; size /= 2) {
      const bytes = Buffer.alloc(size);
      while (await file.write(bytes).then(({ bytesWritten }) => bytesWritten > 0, isNotFull));
    }
  } finally {
    await file.close();
  }
}

async function canCreate(path: string): Promise<boolean> {
  return writeFile(path, "").then(() => true, isNotFull);
}

function isNotFull(error: NodeJS.ErrnoException): false {
  if (error.code !== "ENOSPC") throw error;
  return false;
}

const rounds = full ? Number(process.env.ROUNDS ?? 5) : 1;
/** Pages that were begun have room for fewer rows. */
const mostRows = 150;
/** Longer than PostgreSQL's first few attempts to come up again. */
const staysFullMs = full ? 10_000 : 500;
const pages = ["/", "/api/parts"];
const expectedComplaints = /./;

async function mountDisk(
  context: TestContext,
  check: string,
  ...size: Parameters<typeof openSmallDisk>
): Promise<SmallDisk> {
  const disk = await openSmallDisk(...size);
  if (typeof disk !== "string") return disk;
  report({ check, target: "a small disk", figure: `not run: ${disk}`, pass: false });
  return context.skip(disk);
}

/** Makes PostgreSQL write as much log as an hour of orders, until it finds no room and ends. */
async function crashPostgres({ database }: Shop): Promise<boolean> {
  const url = new URL(database.url);
  url.username = "postgres";
  const client = new Client({ connectionString: url.href, query_timeout: 2_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    for (let segment = 0; segment < 20; segment++) {
      await client.query("create table if not exists proof_room ()");
      await client.query("drop table proof_room");
      await client.query("select pg_switch_wal()");
    }
    return false;
  } catch {
    return true;
  } finally {
    await client.end().catch(() => {});
  }
}

async function fillDataDisk(disk: SmallDisk, planted?: readonly string[]) {
  const options = { databaseUrl: "embedded", dataDir: disk.folder, expectedComplaints };
  const shop = await startShop({ ...options, ...(planted && { faults: planted }) });
  const recorded = recordWrongResponses(shop);
  const part = await addPart(shop);
  const person = await signUp(recorded);
  await placeOrder(person, part);
  for (const page of pages) await shop.request(page);
  const acknowledged: string[] = [];
  let refused = 0;
  const order = async () => {
    const body = orderRequest(person, part);
    const { status } = await person.send("POST", "/api/orders", body);
    if (status === 200) acknowledged.push(body.key ?? "");
    else refused++;
    return status;
  };
  for (let round = 0; round < rounds; round++) {
    await order();
    await disk.fill();
    // First there is no room for another row, and then none for PostgreSQL's log.
    const before = refused;
    for (let tried = 0; tried < mostRows && refused === before; tried++) await order();
    await expect.poll(async () => (await shop.request("/health/ready")).status).toBe(503);
    const hasCrashed = await crashPostgres(shop);
    const until = performance.now() + staysFullMs;
    for (let tried = 0; tried < 10 || performance.now() < until; tried++) {
      await order();
      for (const page of pages) {
        const { status } = await shop.request(page);
        if (status !== 200) recorded.wrongResponses.push(`GET ${page}: ${status}`);
      }
      await sleep(full ? 100 : 10);
    }
    expect(hasCrashed).toBe(true);
    await disk.clear();
    await expect.poll(order, { timeout: 30_000, interval: 100 }).toBe(200);
  }
  const rows = await shop.database.query<{ key: string }>("select request_key as key from orders");
  const stored = new Set(rows.map(({ key }) => key));
  const lost = acknowledged.filter((key) => !stored.has(key));
  return { shop, acknowledged, refused, lost, wrongResponses: recorded.wrongResponses };
}

describe("row 34: the disk is full", () => {
  it("of the data: 503, and all goes on when there is room", async (context) => {
    const disk = await mountDisk(context, "the disk of the data is full", 256);
    const { shop, acknowledged, refused, lost, wrongResponses } = await fillDataDisk(disk);
    const wrong = [...wrongResponses, ...lost, ...(await waitUntilReconciled(shop)).wrong];
    report({
      check: "the disk of the data is full",
      target: "503, never a wrong ok; recovers without help",
      figure: `${rounds} times, ${acknowledged.length} orders acknowledged, ${refused} refused`,
      faults: wrong,
    });
    expect(refused).toBeGreaterThan(0);
  });

  it("negative control: acknowledging before the order is stored is found out", async (context) => {
    const disk = await mountDisk(context, "negative control", 256);
    expect((await fillDataDisk(disk, ["acknowledgeAnyOrder"])).lost).not.toEqual([]);
  });

  it("of the pictures: 503, nothing is left of them, and then there is room", async (context) => {
    const disk = await mountDisk(context, "the disk of the pictures is full", 320, 64);
    const shop = await startShop({ dataDir: disk.folder, expectedComplaints });
    const person = await signUp(shop);
    const pictures = await Promise.all(
      [40, 50, 60, 70].map((width) => noisePicture(width, 30).jpeg().toBuffer()),
    );
    const [first, ...others] = pictures as [Buffer, ...Buffer[]];
    const isKept = async (picture: Buffer) => {
      const { status, url } = await uploadPicture(person, picture);
      return status === 200 && (await shop.request(url)).status === 200;
    };
    expect(await isKept(first)).toBe(true);
    const stored = () => readdir(join(disk.folder, "images"));
    const before = await stored();
    // No more file; a file that cannot go on; too little room for the database beside it.
    const fullness = [() => disk.crowd(0), () => disk.crowd(2), () => disk.fill(100e6)];
    for (const [at, fill] of fullness.entries()) {
      await fill();
      expect((await uploadPicture(person, others[at] ?? first)).status).toBe(503);
      expect(await stored()).toEqual(before);
      await disk.clear();
    }
    for (const picture of others) expect(await isKept(picture)).toBe(true);
    report({
      check: "the disk of the pictures is full",
      target: "503, never a wrong ok; recovers without help",
      figure: `${fullness.length} ways of being full: refused each time, nothing left behind, taken when there was room`,
    });
  });

  it("negative control: the address of a picture that nobody stored is found out", async (context) => {
    const disk = await mountDisk(context, "negative control", 320, 64);
    const options = { dataDir: disk.folder, expectedComplaints };
    const shop = await startShop({ ...options, faults: ["acknowledgeAnyPicture"] });
    const person = await signUp(shop);
    const [first, second] = await Promise.all(
      [40, 50].map((width) => noisePicture(width, 30).jpeg().toBuffer()),
    );
    expect((await uploadPicture(person, first ?? Buffer.from(""))).status).toBe(200);
    await disk.crowd(2);
    const { status, url } = await uploadPicture(person, second ?? Buffer.from(""));
    expect(status).toBe(200);
    expect((await shop.request(url)).status).toBe(404);
  });
});
