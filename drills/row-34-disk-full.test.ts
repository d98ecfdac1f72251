// Row 34: the disk of the data is full, then the one of the pictures. What cannot be kept is refused
// and never promised, public pages are there, and with room again all goes on with no hand.
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { describe, expect, it, onTestFinished, type TestContext, vi } from "vitest";
import type { Order } from "#contract/orders.ts";
import { connect } from "#server/platform/database/connect.ts";
import { migrate } from "#server/platform/database/migrate.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { expectReconciled } from "#tests/expect-reconciled.ts";
import { expectWarning } from "#tests/fail-on-warnings.ts";
import { type OpenShop, openShop } from "#tests/open-shop.ts";
import { aStockedPart, orderRequest, placeOrder } from "#tests/orders.ts";
import { signUp } from "#tests/people.ts";
import { noisePicture, uploadPicture } from "#tests/pictures.ts";
import { startTcpPostgres } from "#tests/tcp-postgres.ts";
import { full, report } from "./drill.ts";
import { timeout } from "./killing.ts";
import { openSmallDisk, type SmallDisk } from "./small-disk.ts";
import { watchful } from "./watchful.ts";

const rounds = full ? Number(process.env.ROUNDS ?? 5) : 1;
/** There is room for fewer where pages have begun. */
const mostRows = 150;
/** PostgreSQL ends and cannot come up: longer than its first few tries. */
const staysFull = full ? 10_000 : 500;

/** In place of the product's own way, when a test says so: says yes, and keeps it if it can. */
const known = vi.hoisted(() => ({ bad: false, last: undefined as unknown }));
vi.mock(import("#server/modules/orders/place-order.ts"), async (original) => {
  const actual = await original();
  return {
    ...actual,
    async placeOrder(...given: Parameters<typeof actual.placeOrder>) {
      const placing = actual.placeOrder(...given);
      if (!known.bad || !known.last) {
        known.last = await placing;
        return placing;
      }
      placing.catch(() => {});
      return known.last as Order;
    },
  };
});
vi.mock(import("#server/modules/media/image-store.ts"), async (original) => {
  const actual = await original();
  return {
    ...actual,
    saveImage: (...[dataDir, sizes]: Parameters<typeof actual.saveImage>) =>
      actual.saveImage(dataDir, sizes).catch((error) => {
        if (known.bad) return `/images/${actual.imageName(sizes)}/960.webp`;
        throw error;
      }),
  };
});

async function diskFor(
  context: TestContext,
  check: string,
  ...size: Parameters<typeof openSmallDisk>
): Promise<SmallDisk> {
  const disk = await openSmallDisk(...size);
  if (typeof disk !== "string") return disk;
  report({ row: 34, check, target: "a small disk", figure: `not run: ${disk}`, pass: false });
  return context.skip(disk);
}

/** The shop's own PostgreSQL on that disk; and a way to make it want room for its log. */
async function openOn({ folder }: SmallDisk) {
  expectWarning(/database|could not be|cannot be|room|ended/i);
  const { url, stop } = await startTcpPostgres({ dataDir: join(folder, "data") });
  onTestFinished(stop);
  await migrate(url);
  const shop = await openShop({ databaseUrl: url });
  const superuser = new URL(url);
  superuser.username = "postgres";
  const wantRoom = async () => {
    const { db, close } = connect(superuser.href, { most: 1, timeoutMs: 2_000 });
    // As much as an hour of orders would: one of them finds no room, and PostgreSQL ends.
    const asking = (async () => {
      for (let segment = 0; segment < 20; segment++) {
        await db.execute(sql`create table if not exists drill_room ()`);
        await db.execute(sql`drop table drill_room`);
        await db.execute(sql`select pg_switch_wal()`);
      }
      return false;
    })();
    const isEnded = await asking.catch(() => true);
    await close();
    return isEnded;
  };
  return { shop, wantRoom };
}

type Ordered = { acknowledged: string[]; refused: number; dishonest: string[] };

/** Fills the disk under people who order, and makes room again. */
async function fillData(disk: SmallDisk, { shop, wantRoom }: Awaited<ReturnType<typeof openOn>>) {
  const door = watchful(shop);
  const part = await aStockedPart(shop, { availablQuantity: 1_000_000 });
  const person = await signUp(door);
  await placeOrder(person, part);
  const pages = ["/", "/api/parts"];
  for (const page of pages) await shop.request(page);
  const seen: Ordered = { acknowledged: [], refused: 0, dishonest: door.dishonest };
  const order = async () => {
    const wanted = orderRequest(person, part);
    const { status } = await person.send("POST", "/api/orders", wanted);
    if (status === 200) seen.acknowledged.push(wanted.key ?? "");
    else seen.refused++;
    return status;
  };
  for (let round = 0; round < rounds; round++) {
    await order();
    await disk.fill();
    // PostgreSQL is there, but soon has no room for another row; and then none for its log.
    const before = seen.refused;
    for (let tried = 0; tried < mostRows && seen.refused === before; tried++) await order();
    const ended = await wantRoom();
    const until = performance.now() + staysFull;
    for (let tried = 0; tried < 10 || performance.now() < until; tried++) {
      await order();
      for (const page of pages) {
        const { status } = await shop.request(page);
        if (status !== 200) seen.dishonest.push(`GET ${page}: ${status}`);
      }
      await sleep(full ? 100 : 10);
    }
    expect(ended).toBe(true);
    await disk.clear();
    await expect.poll(order, { timeout: 30_000, interval: 100 }).toBe(200);
  }
  return { ...seen, lost: await lostOf(shop, seen.acknowledged) };
}

async function lostOf({ shop }: OpenShop, acknowledged: string[]): Promise<string[]> {
  const kept = await queryRows<{ key: string }>(
    shop.db,
    sql`select request_key as key from orders`,
  );
  const keys = new Set(kept.map(({ key }) => key));
  return acknowledged.filter((key) => !keys.has(key));
}

describe("row 34: the disk is full", () => {
  it("under the data: 503, and all goes on when there is room", { timeout }, async (context) => {
    const disk = await diskFor(context, "the disk of the data is full", 256);
    const open = await openOn(disk);
    const { acknowledged, refused, dishonest, lost } = await fillData(disk, open);
    await expectReconciled(open.shop);
    const wrong = [...dishonest, ...lost];
    report({
      row: 34,
      check: "the disk of the data is full",
      target: "503, never a wrong ok; recovers without hands",
      figure: `${rounds} times, ${acknowledged.length} orders acknowledged, ${refused} refused, ${lost.length} lost, ${dishonest.length} dishonest answers`,
      pass: wrong.length === 0 && refused > 0,
    });
    expect(wrong).toEqual([]);
    expect(refused).toBeGreaterThan(0);
  });

  it("negative control: who says yes before it is kept has promised too much", {
    timeout,
  }, async (context) => {
    const disk = await diskFor(context, "negative control", 256);
    const open = await openOn(disk);
    known.bad = true;
    try {
      expect((await fillData(disk, open)).lost).not.toEqual([]);
    } finally {
      known.bad = false;
    }
  });

  it("under the pictures: 503, nothing is left of them, and then there is room", {
    timeout,
  }, async (context) => {
    const disk = await diskFor(context, "the disk of the pictures is full", 320, 64);
    expectWarning(/No disk space left for pictures/);
    const shop = await openShop({ env: { DATA_DIR: disk.folder } });
    const person = await signUp(shop);
    const pictures = await Promise.all(
      [40, 50, 60, 70].map((width) => noisePicture(width, 30).jpeg().toBuffer()),
    );
    const [first, ...others] = pictures as [Buffer, ...Buffer[]];
    const isKept = async (picture: Buffer) => {
      const { status, url } = await uploadPicture(person, picture);
      return status === 200 && (await shop.request(new URL(url, shop.url).pathname)).status === 200;
    };
    expect(await isKept(first)).toBe(true);
    const kept = () => readdir(join(disk.folder, "images"));
    const before = await kept();
    // No file more; one that has begun and cannot go on; too little room for the database beside it.
    const fullness = [() => disk.crowd(0), () => disk.crowd(2), () => disk.fill(100e6)];
    for (const [at, beFull] of fullness.entries()) {
      await beFull();
      expect((await uploadPicture(person, others[at] ?? first)).status).toBe(503);
      expect(await kept()).toEqual(before);
      if (at === 1) {
        known.bad = true;
        // Negative control: an address of a picture that nobody kept.
        expect((await uploadPicture(person, others[at] ?? first)).status).toBe(200);
        expect(await isKept(others[at] ?? first)).toBe(false);
        known.bad = false;
      }
      await disk.clear();
    }
    for (const picture of others) expect(await isKept(picture)).toBe(true);
    report({
      row: 34,
      check: "the disk of the pictures is full",
      target: "503, never a wrong ok; recovers without hands",
      figure: `${fullness.length} ways of being full: refused each time, nothing left behind, taken when there was room`,
      pass: true,
    });
  });
});
