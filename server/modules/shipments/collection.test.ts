import { describe, expect, it } from "vitest";
import type { AuditEntry } from "#contract/audit.ts";
import type { Shipment } from "#contract/shipments.ts";
import { waitUntilLettersSent } from "#tests/builders/letter.ts";
import { expectReconciled } from "#tests/expect-reconciled.ts";
import { waitForLetter } from "#tests/outbox.ts";
import { sharePayingShop } from "#tests/paying-shop.ts";
import { verifyEmail } from "#tests/people.ts";
import { saveSettings } from "#tests/save-settings.ts";
import { edit, newKey, openWithPaidBasket, readPage, ship } from "#tests/shipments.ts";

const share = sharePayingShop();

describe("an order that is collected at the works", () => {
  const collection = { kind: "collection", zone: null, name: "Collect at the works" } as const;

  it("becomes ready, tells its customer alone the code, and is handed over by it", async () => {
    const { shop, buyer, admin, order } = await openWithPaidBasket(share, collection);
    await saveSettings(admin, { company: { address: "Hafenstr. 1\n24103 Kiel" } });
    await saveSettings(admin, { company: { openingHours: "Mon to Fri, 8 to 17" } });
    await verifyEmail(shop, buyer);
    await waitUntilLettersSent(shop);
    expect(order).toMatchObject({ isCollection: true, promised: { method: collection.name } });
    const preview = await admin.send("POST", "/api/shipments/preview", { orders: [order._id] });
    expect(preview.body).toMatchObject({ ready: [{ order: order._id, isCollection: true }] });
    const parcel = (await ship(admin, order, { carrier: "Nordbud" })).body as Shipment;
    expect(parcel).toMatchObject({ state: "shipped", carrier: "" });
    const seen = await readPage(buyer, order);
    const code = seen.parcels[0]?.code ?? "";
    expect(code).toMatch(/^\d{6}$/);
    expect(seen).toMatchObject({
      collectAt: { address: "Hafenstr. 1\n24103 Kiel", openingHours: "Mon to Fri, 8 to 17" },
      steps: [{ what: "ready", parcel: 1 }, { what: "packed" }, { what: "paid" }, {}],
    });
    for (const shown of [parcel, await readPage(admin, order)])
      expect(JSON.stringify(shown)).not.toContain(code);
    expect(await buyer.send("DELETE", `/api/orders/${order._id}`)).toMatchObject({
      status: 409,
      body: {
        error: {
          message:
            "This order is ready for collection, so it can no longer be cancelled. You can return it.",
        },
      },
    });
    await waitUntilLettersSent(shop);
    const letter = await waitForLetter(shop, 3, { email: buyer.email });
    expect(letter).toContain(`Subject: Your order ${order.number} is ready for collection`);
    expect(letter).toContain(`Your collection code: ${code}`);
    expect(letter).toContain("Collect it at: Hafenstr. 1, 24103 Kiel");
    expect(letter).toContain("Opening hours: Mon to Fri, 8 to 17");
    const wrong = code === "000000" ? "111111" : "000000";
    for (const [given, status] of [
      [{}, 409],
      [{ code: wrong }, 409],
      [{ code: "12" }, 400],
      [{ reason: "" }, 400],
      [{ code: wrong, reason: "Known here" }, 409],
    ] as const)
      expect((await edit(admin, parcel, { state: "delivered", ...given })).status).toBe(status);
    expect((await readPage(buyer, order)).order.fulfilment).toBe("shipped");
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`;
    expect((await edit(admin, parcel, { state: "delivered", code: spaced })).status).toBe(200);
    const after = await readPage(buyer, order);
    expect([after.order.fulfilment, after.steps[0]?.what]).toEqual(["delivered", "collected"]);
    expect(after.parcels[0]?.code).toBeUndefined();
    const file = await (await buyer.request("/api/own-orders/csv?state=all")).text();
    expect(file).toMatch(/,Collected,/);
    expect(file).not.toContain("shipped");
    await waitUntilLettersSent(shop);
    expect(await waitForLetter(shop, 4, { email: buyer.email })).toContain("was collected");
    await expectReconciled(shop);
  });

  it("loses nothing on its way", async () => {
    const { admin, order, lineOf } = await openWithPaidBasket(share, collection);
    const parcel = (await ship(admin, order)).body as Shipment;
    const lose = () =>
      admin.send("POST", `/api/shipments/${parcel._id}/losses`, {
        key: newKey(),
        resolution: "refund",
        lines: [{ line: lineOf("Disc"), quantity: 1 }],
      });
    const refused = {
      status: 409,
      body: { error: { message: expect.stringContaining("at the works") } },
    };
    expect(await lose()).toMatchObject(refused);
    await edit(admin, parcel, { state: "delivered", reason: "Known here" });
    expect(await lose()).toMatchObject(refused);
    expect((await readPage(admin, order)).order.lines[0]).toMatchObject({ lost: 0, refunded: 0 });
  });

  it("is handed over without its code for a reason that is kept", async () => {
    const { admin, order } = await openWithPaidBasket(share, collection);
    const packed = (await ship(admin, order, { isPacked: true })).body as Shipment;
    const all = { key: newKey(), orders: [order._id], carrier: "Nordbud" };
    const { body } = await admin.send("POST", "/api/shipments", all);
    expect(body).toMatchObject({ shipped: [{ state: "shipped", carrier: "" }] });
    const given = { state: "delivered", reason: "Showed a passport" };
    expect((await edit(admin, packed, given)).body).toMatchObject({ state: "delivered" });
    const [entry] = (await admin.get(`/api/audit?about=${order._id}`)).body as AuditEntry[];
    expect(entry).toMatchObject({
      action: "edit-shipment",
      after: { state: "delivered", handedOver: "Showed a passport" },
    });
  });
});
