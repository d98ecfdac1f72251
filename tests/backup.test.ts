// `npm run backup` and `npm run restore`, as whoever looks after a shop runs them.

import { copyFile, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import * as tar from "tar";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Order } from "#contract/orders.ts";
import { aPart } from "#seed/builders.ts";
import { addPart } from "#server/modules/catalog/add-parts.ts";
import { parts } from "#server/modules/catalog/tables.ts";
import { orders } from "#server/modules/orders/tables.ts";
import { payments } from "#server/modules/payments/tables.ts";
import type { Manifest } from "#server/operations/backup/manifest.ts";
import { restoreBackup } from "#server/operations/backup/restore-backup.ts";
import { writeBackup } from "#server/operations/backup/write-backup.ts";
import { connect } from "#server/platform/database/connect.ts";
import { migrate } from "#server/platform/database/migrate.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { createBareDatabase, createDatabase } from "./create-database.ts";
import { expectReconciled } from "./expect-reconciled.ts";
import { type OpenShop, openShop } from "./open-shop.ts";
import { aStockedPart, placeOrder, type StockedPart } from "./orders.ts";
import {
  createClientSecret,
  intentIdOf,
  openPayingShop,
  orderAndPay,
  orderFirstPart,
} from "./paying-shop.ts";
import { type SignedIn, signIn, signUp } from "./people.ts";
import { noisePicture, uploadPicture } from "./pictures.ts";
import { makeDataDir, runProgram } from "./start-program.ts";

type Place = { DATABASE_URL?: string; DATA_DIR: string };

type Variables = Record<string, string>;

async function command(
  name: "backup" | "restore",
  file: string,
  { DATA_DIR, ...env }: Place,
  more: Variables = {},
) {
  const program = runProgram(process.execPath, [`scripts/${name}.ts`, file], DATA_DIR, {
    ...env,
    ...more,
  });
  return { code: await program.ended, said: program.said() };
}

const placeOf = ({ databaseUrl, shop }: OpenShop): Place => ({
  DATABASE_URL: databaseUrl,
  DATA_DIR: shop.env.DATA_DIR,
});
const newPlace = async () => ({
  DATABASE_URL: await createBareDatabase(),
  DATA_DIR: await makeDataDir(),
});
const newFile = async () => join(await makeDataDir("backups "), "shop.tar");

function open(url: string) {
  const connection = connect(url, { most: 2 });
  onTestFinished(connection.close);
  return connection;
}

/** Orders and cancels until it is told to stop; what was answered by then. */
function keepOrdering(person: SignedIn, part: StockedPart) {
  const answered: Order[] = [];
  let enough = false;
  const ordering = (async () => {
    while (!enough) {
      const order = await placeOrder(person, part);
      answered.push(order);
      if (answered.length % 3 === 0) await person.send("DELETE", `/api/orders/${order._id}`);
    }
  })();
  return {
    answered,
    stop: () => {
      enough = true;
      return ordering;
    },
  };
}

async function openBusyShop() {
  const shop = await openShop();
  const part = await aStockedPart(shop, { availablQuantity: 1_000_000 });
  return { shop, part, vera: await signUp(shop), omar: await signUp(shop) };
}

describe("a backup", () => {
  it("is the whole shop of one moment, made while people order, and opens elsewhere", async () => {
    const { shop, part, vera, omar } = await openBusyShop();
    const picture = await uploadPicture(vera, await noisePicture().jpeg().toBuffer());
    const orderings = [keepOrdering(vera, part), keepOrdering(omar, part)];
    await expect.poll(() => orderings.every(({ answered }) => answered.length > 5)).toBe(true);
    const before = orderings.flatMap(({ answered }) => answered.map(({ _id }) => _id));
    const file = await newFile();
    expect(await command("backup", file, placeOf(shop))).toEqual({
      code: 0,
      said: expect.stringMatching(/^Backed up 2 people, 1 parts, \d+ orders and 1 pictures into /),
    });
    await Promise.all(orderings.map(({ stop }) => stop()));

    const place = await newPlace();
    expect(await command("restore", file, place)).toEqual({
      code: 0,
      said: expect.stringContaining("Orders, payments, refunds and stock agree"),
    });
    const again = await openShop({
      databaseUrl: place.DATABASE_URL,
      env: { DATA_DIR: place.DATA_DIR },
    });
    const kept = await again.shop.db.select({ id: orders.id }).from(orders);
    expect(kept.map(({ id }) => id)).toEqual(expect.arrayContaining(before));
    await expectReconciled(again);
    expect((await again.request(new URL(picture.url, again.url).pathname)).status).toBe(200);
    // It goes on as the shop that it is: the same passwords, sessions, stock and numbers.
    const back = await signIn(again, vera);
    await placeOrder(back, part);
    await addPart(again.shop.db, aPart());
    expect((await again.get("/api/parts")).body).toHaveLength(2);
  });

  it("that an older version made is brought up to date", async () => {
    const older = await createBareDatabase();
    await migrate(older, { steps: 8 });
    const file = await newFile();
    await writeBackup({ ...open(older), dataDir: await makeDataDir() }, file);
    const place = await newPlace();
    expect(await command("restore", file, place)).toMatchObject({ code: 0 });
    const steps = (url: string) =>
      queryRows(open(url).db, sql`select hash from drizzle.__drizzle_migrations`);
    expect(await steps(place.DATABASE_URL)).toEqual(await steps(await createDatabase()));
  });
});

describe("a restored shop is compared with the card provider's records", () => {
  const agrees = "agree, by the shop's own tables";

  async function openSold() {
    const shop = await openPayingShop();
    const vera = await signUp(shop);
    await orderAndPay(shop, vera);
    const waiting = await orderFirstPart(shop, vera);
    const secret = await createClientSecret(vera, waiting);
    await expectReconciled(shop);
    const file = await newFile();
    await writeBackup({ ...shop.shop, dataDir: shop.shop.env.DATA_DIR }, file);
    return { shop, vera, secret, file, env: shop.cards.env };
  }

  it("that has taken no more", async () => {
    const { file, env } = await openSold();
    const { code, said } = await command("restore", file, await newPlace(), env);
    expect([code, said]).toEqual([
      0,
      expect.stringContaining(`${agrees} and the card provider's records.`),
    ]);
    expect(said).not.toContain("NOT compared");
  });

  it("that has taken more since, and says so; nothing is mended", async () => {
    const { shop, vera, secret, file, env } = await openSold();
    await shop.cards.pay(secret);
    const later = await orderAndPay(shop, vera);
    const place = await newPlace();
    const { code, said } = await command("restore", file, place, env);
    expect(code).toBe(1);
    expect(said).toContain(
      "do not agree, by the shop's own tables and the card provider's records",
    );
    expect(said).toMatch(
      new RegExp(`- The card provider received .* by ${intentIdOf(secret)}, but here`),
    );
    expect(said).toMatch(/- The card provider received .* and the shop knows nothing of it\./);
    expect(said.match(/^- /gm)).toHaveLength(2);
    expect(said).toMatch(/paid or refunded after \d{4}-.*Z is not in this backup/);
    const { db } = open(place.DATABASE_URL);
    expect(await db.$count(orders, eq(orders.id, later._id))).toBe(0);
    expect(await db.$count(payments, eq(payments.state, "succeeded"))).toBe(1);
  });

  it("but for one that is not configured, or does not answer: both are said", async () => {
    const { shop, file, env } = await openSold();
    const without = await command("restore", file, await newPlace());
    expect(without.code).toBe(0);
    expect(without.said).toContain("The card provider's records were NOT compared");
    expect(without.said).toContain(`${agrees}.`);
    const half = { STRIPE_SECRET_KEY: env.STRIPE_SECRET_KEY };
    const place = await newPlace();
    const refused = await command("restore", file, place, half);
    expect(refused).toEqual({
      code: 1,
      said: expect.stringContaining("STRIPE_PUBLISHABLE_KEY is missing"),
    });
    await shop.cards.stop();
    const silent = await command("restore", file, place, env);
    expect(silent.code).toBe(1);
    expect(silent.said).toContain("The card provider's records could not be read");
    expect(silent.said).toContain(`${agrees}.`);
    expect(silent.said).not.toContain("do not agree");
  });
});

describe("what is refused, with nothing changed", () => {
  async function backedUp() {
    const shop = await openShop({ parts: [aPart()] });
    const file = await newFile();
    await writeBackup({ ...shop.shop, dataDir: shop.shop.env.DATA_DIR }, file);
    return { shop, file };
  }

  it("a file that is there already, none, and a database with a shop in it", async () => {
    const { shop, file } = await backedUp();
    const before = await readFile(file);
    const refused = (said: string) => ({ code: 1, said: expect.stringContaining(said) });
    const said = await Promise.all([
      command("backup", file, placeOf(shop)),
      command("restore", `${file}.no`, placeOf(shop)),
      command("restore", file, placeOf(shop)),
    ]);
    expect(said).toEqual([
      refused("is there already"),
      refused("There is no file"),
      refused("There is a shop here already"),
    ]);
    expect(await readFile(file)).toEqual(before);
    expect((await shop.get("/api/parts")).body).toHaveLength(1);
  });

  const spoilings: [string, (file: string) => Promise<void>, RegExp][] = [
    ["something else", (file) => writeFile(file, "Dear shop,\n".repeat(200)), /is no backup/],
    ["half of one", halve, /is no backup, or not whole|is not whole/],
    [
      "one of a program with other pages of contents",
      (file) => repack(file, () => ({ format: 7 })),
      /made by a newer version/,
    ],
    [
      "one of tables that nobody knows",
      (file) => repack(file, () => ({ migrations: [{ hash: "no", at: 1 }] })),
      /another or a newer version/,
    ],
    [
      "one that lost rows",
      (file) =>
        repack(file, ({ tables }) => ({
          tables: tables.map((table) => ({ ...table, rows: table.rows + 8 })),
        })),
      /has \d+ rows in it, and should have \d+/,
    ],
  ];
  it.each(spoilings)("%s", async (_, spoil, says) => {
    const { file } = await backedUp();
    await spoil(file);
    const { DATABASE_URL: url, DATA_DIR: dataDir } = await newPlace();
    const connection = open(url);
    const { db } = connection;
    await expect(restoreBackup({ ...connection, url, dataDir }, file)).rejects.toThrow(says);
    const [table] = await queryRows(db, sql`select to_regclass('parts') is not null as is`);
    if (table?.is) expect(await db.$count(parts)).toBe(0);
    expect(await readdir(dataDir)).not.toContainEqual(expect.stringContaining("restore"));
  });

  async function halve(file: string): Promise<void> {
    const bytes = await readFile(file);
    await writeFile(file, bytes.subarray(0, bytes.length / 2));
  }

  /** The same with other words on the page of contents. */
  async function repack(file: string, change: (page: Manifest) => object): Promise<void> {
    const folder = await makeDataDir();
    await tar.extract({ file, cwd: folder });
    const page = join(folder, "manifest.json");
    const manifest: Manifest = JSON.parse(await readFile(page, "utf8"));
    await writeFile(page, JSON.stringify({ ...manifest, ...change(manifest) }));
    const packed = join(await makeDataDir(), "packed.tar");
    await tar.create({ file: packed, cwd: folder }, await readdir(folder));
    await copyFile(packed, file);
  }
});
