// Row 1: many buyers want the last pieces of a part at once, from two processes of the shop.
import { describe, expect, it } from "vitest";
import { orderRequest } from "#tests/orders.ts";
import { addPart } from "./orders.ts";
import type { Member } from "./people.ts";
import { control, full, report } from "./report.ts";
import { countEach, sendJson } from "./send-request.ts";
import type { Options, Shop } from "./start-shop.ts";
import { openTrade } from "./trade.ts";

const rounds = full ? 50 : 3;
const buyerCount = full ? 200 : 16;
const stock = 10;

const open = (options: Options = {}) =>
  openTrade({ buyerCount, env: { WORKERS: "2" }, ...options });

function allowedOrders(quantity: number): number {
  let [left, orders] = [stock, 0];
  for (; quantity < left; left -= quantity) orders++;
  return orders;
}

async function orderAtOnce({ shop, buyers }: { shop: Shop; buyers: Member[] }, quantity: number) {
  const part = await addPart(shop, { minimumQuantity: 0, availablQuantity: stock });
  const answers = await Promise.all(
    buyers.map((buyer) => {
      const body = orderRequest(buyer, part, { quantity });
      return sendJson(shop.url, "POST", "/api/orders", { headers: buyer.bearer, body });
    }),
  );
  const sold = allowedOrders(quantity);
  const [stored] = await shop.database.query(
    `select availabl_quantity as left,
      (select count(*)::int from orders where part_id = parts.id) as orders,
      (select count(*)::int from inventory_movements
        where part_id = parts.id and reason = 'reserve' and reserved_change = $2) as movements
    from parts where id = $1`,
    [part.id, quantity],
  );
  const found = {
    answers: countEach(answers.map(({ status }) => status)),
    unclear: answers.filter(({ status, text }) => status !== 200 && !/left/.test(text)).length,
    ...stored,
  };
  const answered = { 200: sold, 409: buyerCount - sold };
  const left = stock - sold * quantity;
  return { found, right: { answers: answered, unclear: 0, left, orders: sold, movements: sold } };
}

describe("row 1: the last units", () => {
  it("are sold as the rule allows, and no more", async () => {
    const opened = await open();
    const faults: string[] = [];
    let sold = 0;
    for (let round = 0; round < rounds; round++) {
      const { found, right } = await orderAtOnce(opened, 1 + (round % 3));
      sold += right.orders;
      const isRight = JSON.stringify(found) === JSON.stringify(right);
      if (!isRight) faults.push(`round ${round}: ${JSON.stringify(found)}`);
    }
    report({
      check: `${buyerCount} buyers at two processes, the last ${stock} units`,
      target: "50 rounds: sold exactly what the rule allows, the rest a clean 409",
      figure: `${rounds} rounds, ${rounds * buyerCount} orders sent, ${sold} to be sold`,
      faults,
    });
  });

  control("finds a shop that reads the stock first and writes it later", async () => {
    const { found, right } = await orderAtOnce(await open({ faults: ["readThenWrite"] }), 1);
    expect(found.answers[200]).toBeGreaterThan(right.orders);
  });
});
