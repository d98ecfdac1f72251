// Row 37: backup under load, destroy, restore.
import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { placeOrder } from "#tests/orders.ts";
import { signIn, signUp } from "#tests/people.ts";
import { noisePicture, uploadPicture } from "#tests/pictures.ts";
import { begin, complete, newFile, newPlace, placeOf } from "./backups.ts";
import { openCustomers, whileBuying } from "./customers.ts";
import { addPart, clientSecretFor, intentIn, reportPaid } from "./orders.ts";
import { plantFaults } from "./plant-faults.ts";
import { full, report } from "./report.ts";
import { startShop } from "./start-shop.ts";

const rounds = full ? Number(process.env.ROUNDS ?? 10) : 1;
const buyerCount = full ? 8 : 3;
const pictureCount = full ? 20 : 2;
const buyingMs = full ? 20_000 : 700;

describe("row 37: backup, destroy, restore", () => {
  it("the account balances, what was acknowledged is there, and every picture", async () => {
    const all: Awaited<ReturnType<typeof backUpDestroyRestore>>[] = [];
    while (all.length < rounds) all.push(await backUpDestroyRestore());
    const wrong = all.flatMap((round) => round.wrong);
    const orders = all.reduce((sum, round) => sum + round.orders, 0);
    const longest = Math.max(...all.map(({ seconds }) => seconds));
    report({
      check: "backup under load, destroy, restore",
      target: "10 times: the account balances, pictures there",
      figure: `${rounds} times, ${orders} orders acknowledged before, ${rounds * pictureCount} pictures, open again after ${longest.toFixed(1)} s at most`,
      faults: wrong,
    });
    expect(orders).toBeGreaterThan(rounds);
  });

  it("negative control: a backup that is not of one moment does not balance", async () => {
    const shop = await startShop();
    const part = await addPart(shop);
    const buyer = await signUp(shop);
    const restoreWhilePaying = async (folder: string) => {
      const order = await placeOrder(buyer, part);
      const secret = await clientSecretFor(buyer, order);
      const file = await newFile();
      const goOn = `${file}.go-on`;
      const backup = begin("backup", file, { ...placeOf(shop), GO_ON: goOn }, folder);
      await expect.poll(backup.said).toContain("Waiting before payments");
      expect((await shop.cards.pay(secret)).body.status).toBe("succeeded");
      expect(await reportPaid(buyer, order, intentIn(secret))).toMatchObject({ status: 200 });
      await writeFile(goOn, "");
      await complete(backup);
      const restore = begin("restore", file, await newPlace());
      const exitCode = await restore.ended;
      return { exitCode, isNamed: restore.said().includes(intentIn(secret)) };
    };
    const right = await plantFaults(["waitBeforePayments"]);
    const wrong = await plantFaults(["waitBeforePayments", "readCommittedBackup"]);
    expect(await restoreWhilePaying(right)).toEqual({ exitCode: 0, isNamed: false });
    expect(await restoreWhilePaying(wrong)).toEqual({ exitCode: 1, isNamed: true });
  });
});

async function backUpDestroyRestore() {
  const shop = await startShop();
  const part = await addPart(shop);
  const customers = await openCustomers(shop, Array(buyerCount).fill(part));
  const { person, acknowledged } = customers[0];
  const urls: string[] = [];
  while (urls.length < pictureCount) {
    urls.push((await uploadPicture(person, await noisePicture().jpeg().toBuffer())).url);
  }
  const file = await newFile();
  const { before, pictures } = await whileBuying(customers, async () => {
    await sleep(buyingMs);
    const before = acknowledged.map(({ order, said }) => ({ id: order._id, said }));
    await complete(begin("backup", file, placeOf(shop)));
    return { before, pictures: await readdir(join(shop.dataDir, "images")) };
  });
  await shop.stop();
  await rm(shop.dataDir, { recursive: true, force: true });
  await shop.database.query("drop schema public cascade; drop schema drizzle cascade");

  const began = performance.now();
  const to = await newPlace();
  await complete(begin("restore", file, to));
  const options = { databaseUrl: to.DATABASE_URL, dataDir: to.DATA_DIR };
  const again = await startShop({ ...options, expectedComplaints: /./ });
  const seconds = (performance.now() - began) / 1_000;
  const wrong: string[] = [];
  type Row = { id: string; state: string };
  const rows = await again.database.query<Row>("select id, state from orders");
  const states = new Map(rows.map(({ id, state }) => [id, state]));
  for (const { id, said } of before) {
    const state = states.get(id);
    if (!state) wrong.push(`${id} was acknowledged as ${said}, but is not in the backup`);
    if (said === "paid" && state === "unpaid") wrong.push(`${id} was paid, but is not any more`);
  }
  for (const url of urls) {
    const { status } = await again.request(url);
    if (status !== 200) wrong.push(`The picture ${url} is answered ${status}`);
  }
  const restored = await readdir(join(to.DATA_DIR, "images"));
  wrong.push(...pictures.filter((name) => !restored.includes(name)).map((name) => `no ${name}`));
  await placeOrder(await signIn(again, person), part);
  await again.stop();
  return { orders: before.length, wrong, seconds };
}
