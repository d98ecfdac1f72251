// Row 1: many want the last few of a part at the same moment, at two processes of the shop.
import { sql } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { type OpenShop, openShop } from "#tests/open-shop.ts";
import { aStockedPart, orderRequest, readStock } from "#tests/orders.ts";
import { addCrowd, counted, type Member, post } from "./crowd.ts";
import { full, report } from "./drill.ts";

const rounds = full ? 50 : 3;
const many = full ? 200 : 60;
const stock = 10;

/** In place of the product's own way, when a test says so: everybody looks before anybody writes. */
const known = vi.hoisted(() => ({ bad: false, looked: 0 }));
vi.mock(import("#server/modules/orders/place-order.ts"), async (original) => {
  const actual = await original();
  const everybodyLooked = async () => {
    known.looked++;
    await expect.poll(() => known.looked, { timeout: 20_000 }).toBe(many);
  };
  const placeOrder: typeof actual.placeOrder = async (...given) => {
    if (!known.bad) return actual.placeOrder(...given);
    const { readThenWrite } = await import("./read-then-write.ts");
    return readThenWrite(everybodyLooked)(...given);
  };
  return { ...actual, placeOrder };
});

async function open() {
  const shop = await openShop();
  const other = await openShop({ databaseUrl: shop.databaseUrl });
  // Letters are not what is drilled.
  for (const { shop: each } of [shop, other]) await each.letters.stop();
  return { shop, other, buyers: await addCrowd(shop, many) };
}

/** What the rule allows: each wants so many, and takes more than the minimum, less than is there. */
function allowed(quantity: number): number {
  let left = stock;
  let sold = 0;
  while (quantity < left) {
    left -= quantity;
    sold++;
  }
  return sold;
}

type World = { shop: OpenShop; other: OpenShop; buyers: Member[] };

/** Everybody at once; answers what was wrong. */
async function rush({ shop, other, buyers }: World, quantity: number) {
  const part = await aStockedPart(shop, { minimumQuantity: 0, availablQuantity: stock });
  const answers = await Promise.all(
    buyers.map((buyer, at) =>
      post(at % 2 ? shop.url : other.url, buyer, orderRequest(buyer, part, { quantity })),
    ),
  );
  const sold = allowed(quantity);
  const { db } = shop.shop;
  const orders = await queryRows(db, sql`select from orders where part_id = ${part.id}`);
  const taken = await queryRows(
    db,
    sql`select from stock_movements
    where part_id = ${part.id} and reason = 'ordered' and change = ${-quantity}`,
  );
  const found = {
    answers: counted(answers.map(({ status }) => status)),
    orders: orders.length,
    movements: taken.length,
    left: await readStock(shop, part),
    unclean: answers.filter(({ status, text }) => status !== 200 && !/left/.test(text)).length,
  };
  const right = {
    answers: { 200: sold, 409: many - sold },
    orders: sold,
    movements: sold,
    left: stock - sold * quantity,
    unclean: 0,
  };
  return { found, right };
}

describe("row 1: the last units", () => {
  it("are sold as the rule allows, and to nobody beyond", async () => {
    const world = await open();
    let wrong = 0;
    let sold = 0;
    for (let round = 0; round < rounds; round++) {
      const { found, right } = await rush(world, 1 + (round % 3));
      if (JSON.stringify(found) !== JSON.stringify(right)) wrong++;
      else sold += right.orders;
      expect.soft(found, `round ${round}`).toEqual(right);
    }
    report({
      row: 1,
      check: `${many} buyers at two processes, the last ${stock} units`,
      target: "50 rounds: sold exactly what the rule allows, the rest a clean 409",
      figure: `${rounds} rounds, ${rounds * many} asked, ${sold} sold, ${wrong} rounds otherwise than the rule`,
      pass: wrong === 0,
    });
  });
});

describe("row 1 would tell", () => {
  it("who looks first and writes then: all are sold", async () => {
    known.bad = true;
    try {
      const { found, right } = await rush(await open(), 1);
      expect(found).not.toEqual(right);
      expect(found.answers).toEqual({ 200: many });
    } finally {
      known.bad = false;
    }
  });
});
