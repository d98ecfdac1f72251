import { describe, expect, it } from "vitest";
import { raiseOnInsert } from "#tests/builders/fault.ts";
import { expectWarning } from "#tests/fail-on-warnings.ts";
import { type OpenShop, openShop } from "#tests/open-shop.ts";
import { aStockedPart, orderRequest, placeOrder, readStock } from "#tests/orders.ts";
import { type SignedIn, signUp } from "#tests/people.ts";
import { orders } from "./tables.ts";

async function open(part: Parameters<typeof aStockedPart>[1] = {}) {
  const shop = await openShop();
  return { shop, vera: await signUp(shop), part: await aStockedPart(shop, part) };
}

const post = ({ send }: SignedIn, order: unknown) => send("POST", "/api/orders", order);

const stored = ({ shop }: OpenShop) => shop.db.$count(orders);

describe("others at the same part", () => {
  it("get no piece that somebody else got, however many ask at once", async () => {
    const { shop, part } = await open({ minimumQuantity: 1, availablQuantity: 6 });
    const buyers = await Promise.all(Array.from({ length: 10 }, () => signUp(shop)));
    const answers = await Promise.all(
      buyers.map((buyer) => post(buyer, orderRequest(buyer, part, { quantity: 2 }))),
    );
    // Two pieces each while more than two are left.
    const statuses = answers.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([200, 200, ...Array.from({ length: 8 }, () => 409)]);
  });

  it.each(["40P01", "40001"])("retries after a conflict: %s", async (code) => {
    const { shop, vera, part } = await open();
    await raiseOnInsert(shop.shop.db, "orders", { times: 3, code });
    await placeOrder(vera, part);
    expect([await stored(shop), await readStock(shop, part)]).toEqual([1, 98]);
  });

  it.each(["40P01", "55P03"])("reports repeated conflicts as unavailable: %s", async (code) => {
    const { shop, vera, part } = await open();
    await raiseOnInsert(shop.shop.db, "orders", { times: 1_000, code });
    expectWarning(/planted/);
    const { status, body } = await post(vera, orderRequest(vera, part));
    expect([status, body]).toMatchObject([503, { error: { code: "unavailable" } }]);
    expect([await stored(shop), await readStock(shop, part)]).toEqual([0, 100]);
  });
});
