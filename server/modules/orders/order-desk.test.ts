// What admins do with an order on its page: notes, its address, its letters.
import { expect, it } from "vitest";
import type { Order, OrderEvent } from "#contract/orders.ts";
import { payOrder, placeBasket, setUpDelivery } from "#tests/basket-order.ts";
import { recordLetters } from "#tests/builders/letter.ts";
import { aStockedPart } from "#tests/orders.ts";
import { openPayingShop, orderAndPay } from "#tests/paying-shop.ts";
import { signUp, signUpAdmin } from "#tests/people.ts";

it("notes, addresses and letters are kept in the history, and out of the customer's sight", async () => {
  const shop = await openPayingShop();
  const [buyer, admin] = [await signUp(shop), await signUpAdmin(shop)];
  const order = await orderAndPay(shop, buyer);
  const lettersAbout = await recordLetters(shop);
  const send = (who: typeof admin, method: string, path: string, body: object) =>
    who.send(method, `/api/orders/${order._id}/${path}`, body);
  const correction = { name: "Vera Berg", phone: "+46 8 1", address: "Kaistr. 4, Kiel" };

  expect((await send(admin, "POST", "notes", { text: "Rang twice" })).status).toBe(200);
  expect((await send(admin, "POST", "notes", { text: "  " })).status).toBe(400);
  const corrected = await send(admin, "PATCH", "address", correction);
  expect([corrected.status, corrected.body]).toMatchObject([200, correction]);
  const again = await send(admin, "POST", "letters", { kind: "order-paid" });
  expect([again.status, again.body]).toEqual([200, { email: buyer.email }]);
  expect((await send(admin, "POST", "letters", { kind: "order-shipped" })).status).toBe(409);
  expect(await lettersAbout(order._id)).toEqual(["order-paid"]);

  const history = (await admin.get(`/api/orders/${order._id}/history`)).body as OrderEvent[];
  const by = `By an admin, ${admin.email}`;
  expect(history.slice(-3)).toMatchObject([
    { what: "note", note: `Rang twice\n${by}` },
    { what: "address-corrected", note: by },
    { what: "letter-sent-again", note: `order-paid. ${by}` },
  ]);
  const page = await buyer.get(`/api/orders/${order.number}/page`);
  expect(JSON.stringify(page.body)).not.toMatch(/Rang twice|an admin/);
  for (const [method, path, body] of [
    ["POST", "notes", { text: "Mine" }],
    ["PATCH", "address", correction],
    ["POST", "letters", { kind: "order-paid" }],
  ] as const)
    expect((await send(buyer, method, path, body)).status).toBe(403);
});

it("an address is corrected field by field, and not after something has left", async () => {
  const shop = await openPayingShop();
  const [buyer, admin] = [await signUp(shop), await signUpAdmin(shop)];
  await setUpDelivery(admin);
  const part = await aStockedPart(shop);
  const order = await payOrder(shop, buyer, await placeBasket(buyer, [[part, 2]]));
  const place = { company: "", street: "Kaistr. 5", postcode: "24103", city: "Kiel", region: "" };
  const correct = (body: object) =>
    admin.send("PATCH", `/api/orders/${order._id}/address`, { name: "Vera", phone: "", ...body });
  expect((await correct({ address: "Elsewhere" })).status).toBe(400);
  expect(((await correct({ place })).body as Order).address).toBe("Kaistr. 5\n24103 Kiel\nGermany");
  await admin.send("POST", `/api/orders/${order._id}/shipments`, { key: crypto.randomUUID() });
  expect(await correct({ place })).toMatchObject({
    status: 409,
    body: { error: { code: "shipped" } },
  });
});
