// Returns, lost parcels and deposits that disagree with the records of orders, stock and refunds.
import { sql } from "drizzle-orm";
import { beforeAll, expect, it } from "vitest";
import type { OrderPage } from "#contract/order-page.ts";
import type { Order } from "#contract/orders.ts";
import type { Return } from "#contract/returns.ts";
import type { Queries } from "#server/platform/database/connect.ts";
import { changeOrderLines } from "#tests/builders/order.ts";
import { changeRefunds } from "#tests/builders/payment.ts";
import { changeCores, changeReturnLines } from "#tests/builders/return.ts";
import { saveTables, withoutTriggers } from "#tests/builders/table.ts";
import { openWithDeposits } from "#tests/deposits.ts";
import { listDifferences } from "#tests/expect-reconciled.ts";
import { runDueJobs, sharePayingShop } from "#tests/paying-shop.ts";
import type { SignedIn } from "#tests/people.ts";
import { asked, closeReturn, inspected, orderTwoParts, shipPieces } from "#tests/returns.ts";

const share = sharePayingShop({ webhooks: "hold" });

type Life = { returned: Order; deposits: Order; lost: Order; made: Return };
let life: Life;
let restore: () => Promise<unknown>;

beforeAll(async () => {
  const shop = await share();
  const { buyer, admin, order: deposits } = await openWithDeposits(shop);
  const { order: returned, ofDisc } = await orderTwoParts(shop, buyer);
  await shipPieces(admin, returned);
  const made = await inspected(
    admin,
    await asked(buyer, returned, [{ line: ofDisc, quantity: 2 }]),
    () => ({ restock: 1, scrap: 1 }),
  );
  expect((await closeReturn(admin, made)).status).toBe(200);
  const { order: lost, ofPads } = await orderTwoParts(shop, buyer);
  await shipPieces(admin, lost);
  await lose(admin, lost, ofPads);
  await runDueJobs(shop);
  life = { returned, deposits, lost, made };
  restore = await saveTables(shop.shop);
});

async function lose(admin: SignedIn, { _id }: Order, line: string): Promise<void> {
  const page = (await admin.get(`/api/orders/${_id}/page`)).body as OrderPage;
  const body = { key: crypto.randomUUID(), lines: [{ line, quantity: 1 }], resolution: "refund" };
  const { status } = await admin.send(
    "POST",
    `/api/shipments/${page.parcels[0]?._id}/losses`,
    body,
  );
  expect(status).toBe(200);
}

type Harm = (life: Life, tx: Queries) => Promise<unknown>;

const lostOneMore = { lost: sql`lost + 1` };

const ways: [kind: string, about: "returned" | "deposits" | "lost", harm: Harm][] = [
  [
    "returned-differs",
    "returned",
    ({ returned }, tx) => changeOrderLines(tx, returned, { returned: sql`returned + 1` }, "part"),
  ],
  [
    "return-not-in-stock",
    "returned",
    ({ made }, tx) =>
      changeReturnLines(tx, made, {
        restocked: sql`restocked - 1`,
        scrapped: sql`scrapped + 1`,
      }),
  ],
  [
    "return-refund-differs",
    "returned",
    ({ returned }, tx) => changeRefunds(tx, returned, { requestKey: crypto.randomUUID() }),
  ],
  ["deposit-differs", "deposits", ({ deposits }, tx) => changeCores(tx, deposits)],
  ["lost-differs", "lost", ({ lost }, tx) => changeOrderLines(tx, lost, lostOneMore, "part")],
  [
    "replaced-differs",
    "lost",
    ({ lost }, tx) =>
      changeOrderLines(tx, lost, { ...lostOneMore, replaced: sql`replaced + 1` }, "part"),
  ],
];

it.each(ways)("a difference of the kind %s is found", async (kind, about, harm) => {
  const { shop } = await share();
  await withoutTriggers(shop.db, (tx) => harm(life, tx));
  const found = await listDifferences(shop);
  expect(found.map((each) => each.kind)).toContain(kind);
  for (const each of found) {
    expect(each.about).toBe(life[about]._id);
    expect(each.says + each.remedy).not.toMatch(/undefined|null|NaN/);
  }
  await restore();
  expect(await listDifferences(shop)).toEqual([]);
});
