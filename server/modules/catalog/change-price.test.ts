import { describe, expect, it } from "vitest";
import type { Part } from "#contract/catalog.ts";
import { aPart } from "#seed/builders.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { countBlocked } from "#tests/builders/lock.ts";
import { changePart } from "#tests/builders/part.ts";
import { openShop } from "#tests/open-shop.ts";
import { orderRequest } from "#tests/orders.ts";
import { signUp, signUpAdmin } from "#tests/people.ts";

async function openWithPart() {
  const shop = await openShop({ parts: [aPart()] });
  const [admin, customer] = [await signUpAdmin(shop), await signUp(shop)];
  const [part] = (await shop.get("/api/parts")).body as [Part];
  const path = `/api/parts/${part._id}`;
  return { shop, admin, customer, part, path };
}

describe("PATCH /parts/:id", () => {
  it("changes the price everywhere at once, and nothing else of the part", async () => {
    const { shop, admin, part, path } = await openWithPart();
    // Fills the cache.
    await shop.get(`/api/purchase/${part._id}`);
    const changed = { ...part, price: 19.99 };
    expect(await admin.send("PATCH", path, { price: 19.99 })).toMatchObject({
      status: 200,
      body: changed,
    });
    expect((await shop.get(`/api/purchase/${part._id}`)).body).toEqual(changed);
    expect((await shop.get("/api/parts")).body).toEqual([changed]);
  });

  it("leaves placed orders at their price and rejects a total of the old one", async () => {
    const { admin, customer, part, path } = await openWithPart();
    const priced = { ...part, id: part._id, priceCents: Math.round(part.price * 100) };
    const order = orderRequest(customer, priced);
    const placed = await customer.send("POST", "/api/orders", order);
    await admin.send("PATCH", path, { price: part.price + 1 });
    const { _id: id } = placed.body as { _id: string };
    expect((await customer.get(`/api/orders/${id}`)).body).toEqual(placed.body);
    const again = { ...order, key: crypto.randomUUID() };
    expect((await customer.send("POST", "/api/orders", again)).status).toBe(409);
  });

  it("records the price before and after, and nothing when it stays", async () => {
    const { admin, part, path } = await openWithPart();
    await admin.send("PATCH", path, { price: part.price });
    await admin.send("PATCH", path, { price: 1 });
    expect((await admin.get("/api/audit")).body).toEqual([
      expect.objectContaining({
        action: "change-price",
        about: part._id,
        before: { price: part.price },
        after: { price: 1 },
      }),
    ]);
  });

  it("waits for a change under way, and records the price that it left", async () => {
    const { shop, admin, part, path } = await openWithPart();
    const { db } = shop.shop;
    const patch = await inTransaction(db, async (tx) => {
      await changePart({ shop: { db: tx } }, { id: part._id }, { priceCents: 777 });
      const sent = admin.send("PATCH", path, { price: 1 });
      await expect.poll(() => countBlocked(db)).toBe(1);
      return { sent };
    });
    expect((await patch.sent).status).toBe(200);
    expect((await admin.get("/api/audit")).body).toMatchObject([{ before: { price: 7.77 } }]);
  });

  it("rejects an unknown part, a price that POST /parts rejects, and any other field", async () => {
    const { shop, admin, part, path } = await openWithPart();
    const status = async (path: string, body: unknown) =>
      (await admin.send("PATCH", path, body)).status;
    for (const id of ["1", "01a1fbc0-fc51-77f7-8977-e1364d4ea8a0"]) {
      expect(await status(`/api/parts/${id}`, { price: 1 })).toBe(404);
    }
    for (const price of [0, -1, 0.001, 1.005, 10_000_000.01, "1", null]) {
      expect(await status(path, { price }), `a price of ${price}`).toBe(400);
    }
    expect(await status(path, { price: 1, availablQuantity: 7 })).toBe(400);
    expect((await shop.get("/api/parts")).body).toEqual([part]);
  });

  it("is for admins only", async () => {
    const { shop, customer, path } = await openWithPart();
    expect((await customer.send("PATCH", path, { price: 1 })).status).toBe(403);
    expect((await shop.send("PATCH", path, { price: 1 })).status).toBe(401);
  });
});
