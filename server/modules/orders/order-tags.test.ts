// What the answers of the shop that everybody shares have to do with an order.
import { expect, it } from "vitest";
import { isPublicTag } from "#contract/tags.ts";
import { openShop } from "#tests/open-shop.ts";
import { aStockedPart, placeOrder } from "#tests/orders.ts";
import { signUp } from "#tests/people.ts";

it("an order makes the answers about its own part old, and no others", async () => {
  const shop = await openShop();
  const part = await aStockedPart(shop);
  await aStockedPart(shop);
  const vera = await signUp(shop);
  await shop.shop.events.catchUp();
  const told = new Set<string>();
  shop.shop.events.onEvents((events = []) => {
    for (const { tags } of events) for (const tag of tags) told.add(tag);
  });
  const order = await placeOrder(vera, part);
  expect((await vera.send("DELETE", `/api/orders/${order._id}`)).status).toBe(200);
  await shop.shop.events.catchUp();
  expect([...told].filter(isPublicTag)).toEqual([`part:${part.id}`]);
});
