// Row 37: a backup is made while people buy, pay and cancel; then the shop is destroyed, database and
// pictures, and made again from the file. The account balances and every picture is there.
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { sql } from "drizzle-orm";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { aPart } from "#seed/builders.ts";
import { addParts } from "#server/modules/catalog/store.ts";
import { imagesFolder } from "#server/modules/media/image-store.ts";
import { restoreBackup } from "#server/operations/backup/restore-backup.ts";
import { writeBackup } from "#server/operations/backup/write-backup.ts";
import { type Connection, connect } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { createBareDatabase, createDatabase } from "#tests/create-database.ts";
import { listDifferences } from "#tests/expect-reconciled.ts";
import { openShop } from "#tests/open-shop.ts";
import { aStockedPart } from "#tests/orders.ts";
import {
  confirmPayment,
  createClientSecret,
  intentIdOf,
  openPayingShop,
  orderFirstPart,
  type PayingShop,
} from "#tests/paying-shop.ts";
import { signIn, signUp } from "#tests/people.ts";
import { noisePicture, uploadPicture } from "#tests/pictures.ts";
import { makeDataDir, runProgram } from "#tests/start-program.ts";
import { type Buyer, keepBuying, place } from "./buyers.ts";
import { full, report } from "./drill.ts";
import { timeout } from "./killing.ts";

/** What happens before a table is copied, when a test says so. */
const known = vi.hoisted(() => ({ beforeCopy: async (_table: string) => {} }));
vi.mock(import("#server/operations/backup/copy-table.ts"), async (original) => {
  const actual = await original();
  return {
    ...actual,
    async exportTable(...given: Parameters<typeof actual.exportTable>) {
      await known.beforeCopy(given[1].name);
      return actual.exportTable(...given);
    },
  };
});

const rounds = full ? Number(process.env.ROUNDS ?? 10) : 1;
const buyers = full ? 8 : 3;
const pictures = full ? 20 : 2;
const buyingFor = full ? 20_000 : 700;

async function buyersOf(shop: PayingShop): Promise<Buyer[]> {
  const part = await aStockedPart(shop, { availablQuantity: 1_000_000 });
  const [promises, cut]: [Buyer["promises"], Buyer["cut"]] = [[], []];
  const all: Buyer[] = [];
  while (all.length < buyers) {
    all.push({ person: await signUp(shop), part, cards: shop.cards, promises, cut });
  }
  return all;
}

async function command(name: "backup" | "restore", file: string, place: Record<string, string>) {
  const { DATA_DIR = "", ...env } = place;
  const program = runProgram(process.execPath, [`scripts/${name}.ts`, file], DATA_DIR, env);
  const code = await program.ended;
  expect(code, program.said()).toBe(0);
}

const newFile = async () => join(await makeDataDir("backups "), "shop.tar");
const newPlace = async () => ({
  DATABASE_URL: await createBareDatabase(),
  DATA_DIR: await makeDataDir(),
});

/** Nothing is left of it: no table, no picture. */
async function destroy({ stop, shop, databaseUrl }: PayingShop): Promise<void> {
  await stop();
  await rm(shop.env.DATA_DIR, { recursive: true, force: true });
  const { db, close } = connect(databaseUrl, { most: 1 });
  await db.execute(sql`drop schema public cascade`);
  await db.execute(sql`drop schema drizzle cascade`);
  await close();
}

/** Of a database alone: what was charged after the backup, the provider knows and it cannot. */
const differencesOf = ({ dedicated }: Pick<Connection, "dedicated">) =>
  listDifferences({ dedicated, provider: undefined, stopping: new AbortController().signal });

type Round = { orders: number; wrong: string[]; seconds: number };

async function backupDestroyRestore(): Promise<Round> {
  const shop = await openPayingShop();
  const people = await buyersOf(shop);
  const [first] = people;
  if (!first) throw new Error("Nobody buys");
  const urls: string[] = [];
  for (let count = 0; count < pictures; count++) {
    const { url } = await uploadPicture(first.person, await noisePicture().jpeg().toBuffer());
    urls.push(new URL(url, shop.url).pathname);
  }
  let isEnough = false;
  const buying = Promise.all(people.map((buyer) => keepBuying(buyer, () => isEnough)));
  buying.catch(() => {});
  await Promise.race([sleep(buyingFor), buying]);
  // Whatever was answered by now must be in the backup.
  const before = first.promises.map(({ order, said }) => ({ id: order._id, said }));
  const file = await newFile();
  await command("backup", file, {
    DATABASE_URL: shop.databaseUrl,
    DATA_DIR: shop.shop.env.DATA_DIR,
  });
  const kept = (await readdir(imagesFolder(shop.shop.env.DATA_DIR))).sort();
  isEnough = true;
  await buying;
  await destroy(shop);

  const began = performance.now();
  const { DATABASE_URL, DATA_DIR } = await newPlace();
  await command("restore", file, { DATABASE_URL, DATA_DIR });
  const again = await openShop({ databaseUrl: DATABASE_URL, env: { DATA_DIR } });
  const seconds = (performance.now() - began) / 1_000;
  const wrong = (await differencesOf(again.shop)).map(({ says }) => says);
  const rows = await queryRows<{ id: string; state: string }>(
    again.shop.db,
    sql`select id, state from orders`,
  );
  const states = new Map(rows.map(({ id, state }) => [id, state]));
  for (const { id, said } of before) {
    const state = states.get(id);
    if (!state) wrong.push(`${id} was acknowledged as ${said}, but is not in the backup`);
    if (said === "paid" && state === "unpaid") wrong.push(`${id} was paid, but is not any more`);
  }
  for (const url of urls) {
    const { status } = await again.request(url);
    if (status !== 200) wrong.push(`The picture ${url} is answered with ${status}`);
  }
  const found = (await readdir(imagesFolder(DATA_DIR))).sort();
  for (const name of kept) if (!found.includes(name)) wrong.push(`The picture ${name} is gone`);
  // It is open for business: the same people, the same stock.
  const person = await signIn(again, first.person);
  await place({ ...first, person, promises: [] });
  await again.stop();
  return { orders: before.length, wrong, seconds };
}

const sizes = full
  ? Array.from({ length: 31 }, (_, at) => Math.round(1_000 * 50 ** (at / 30)))
  : [1_900, 7_000];

const wholeTable = sql`select count(*)::int as rows, md5(string_agg(parts::text, '' order by id)) as is
  from parts`;

/** What of so many rows is another after a backup and a restore, as a sentence. */
async function whatDiffers(many: number): Promise<string[]> {
  const dataDir = await makeDataDir();
  const shop = connect(await createDatabase(), { most: 1 });
  const url = await createBareDatabase();
  const restored = connect(url, { most: 1 });
  try {
    await addParts(
      shop.db,
      Array.from({ length: many }, (_, at) => aPart({ name: `Part ${at}` })),
    );
    const file = await newFile();
    await writeBackup({ ...shop, dataDir }, file);
    await restoreBackup({ ...restored, url, dataDir }, file);
    const [before, after] = [
      await queryRows(shop.db, wholeTable),
      await queryRows(restored.db, wholeTable),
    ];
    return isDeepStrictEqual(before, after) ? [] : [`A table of ${many} rows came back otherwise`];
  } catch (error) {
    return [`A table of ${many} rows could not be backed up or restored: ${error}`];
  } finally {
    await Promise.all([shop.close(), restored.close()]);
  }
}

describe("row 37: backup, destroy, restore", () => {
  it("a table of any size comes back as it was", { timeout }, async () => {
    const wrong: string[] = [];
    for (const many of sizes) wrong.push(...(await whatDiffers(many)));
    report({
      row: 37,
      check: "a backup of tables of many sizes",
      target: "31 sizes from 1,000 to 50,000 rows: each comes back the same",
      figure: `${sizes.length} sizes, ${wrong.length} wrong`,
      pass: wrong.length === 0,
    });
    expect(wrong).toEqual([]);
  });

  it("the account balances, what was promised is there, and every picture", {
    timeout,
  }, async () => {
    const done: Round[] = [];
    for (let round = 0; round < rounds; round++) done.push(await backupDestroyRestore());
    const wrong = done.flatMap((round) => round.wrong);
    const orders = done.reduce((sum, round) => sum + round.orders, 0);
    const longest = Math.max(...done.map(({ seconds }) => seconds));
    report({
      row: 37,
      check: "backup under load, destroy, restore",
      target: "10 drills: ledger equal, pictures there",
      figure: `${rounds} drills, ${orders} orders promised before, ${rounds * pictures} pictures, ${wrong.length} wrong, open again after ${longest.toFixed(1)} s at most`,
      pass: wrong.length === 0,
    });
    expect(wrong).toEqual([]);
    expect(orders).toBeGreaterThan(rounds);
  });

  it("negative control: a copy of many moments does not balance", { timeout }, async () => {
    const shop = await openPayingShop();
    const buyer = await signUp(shop);
    const whilePaying = async (inOneMoment = true) => {
      const ordered = await orderFirstPart(shop, buyer);
      const pay = async () => {
        const secret = await createClientSecret(buyer, ordered);
        expect((await shop.cards.pay(secret)).body.status).toBe("succeeded");
        expect((await confirmPayment(buyer, ordered, intentIdOf(secret))).status).toBe(200);
      };
      const dedicated = pausing(shop.shop, { table: "payments", meanwhile: pay, inOneMoment });
      const file = await newFile();
      await writeBackup({ dedicated, dataDir: shop.shop.env.DATA_DIR }, file);
      const { DATABASE_URL: url, DATA_DIR: dataDir } = await newPlace();
      const restored = connect(url, { most: 2 });
      onTestFinished(restored.close);
      await restoreBackup({ ...restored, url, dataDir }, file);
      const differences = await differencesOf(restored);
      return differences.filter(({ about }) => about === ordered._id);
    };
    expect(await whilePaying()).toEqual([]);
    expect(await whilePaying(false)).not.toEqual([]);
  });
});

type Pause = { table: string; meanwhile: () => Promise<void>; inOneMoment: boolean };

/** Something happens just before one table is copied, when others were; maybe in another isolation. */
function pausing(pool: Connection, { table, meanwhile, inOneMoment }: Pause) {
  return async () => {
    const connection = await pool.dedicated();
    const { db } = connection;
    const { transaction } = db;
    const lax = { accessMode: "read only" } as const;
    db.transaction = (work, config) =>
      transaction.call(db, work, inOneMoment ? config : lax) as never;
    known.beforeCopy = async (copied) => {
      if (copied === table) await meanwhile();
    };
    return connection;
  };
}
