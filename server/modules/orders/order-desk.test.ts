// What admins do with an order on its page: notes, its address, its letters.
import { expect, it } from "vitest";
import type { AuditEntry } from "#contract/audit.ts";
import type { Order, OrderEvent } from "#contract/orders.ts";
import type { OwnData } from "#contract/own-data.ts";
import { allModules } from "#server/modules.ts";
import { deleteExpired } from "#server/operations/cleanup/delete-expired.ts";
import { payOrder, placeBasket, setUpDelivery } from "#tests/basket-order.ts";
import { recordLetters } from "#tests/builders/letter.ts";
import { redateCorrections } from "#tests/builders/order.ts";
import { limitRole } from "#tests/builders/person.ts";
import { aTaxRate } from "#tests/builders/settings.ts";
import { timeAgo } from "#tests/builders/time.ts";
import { aStockedPart } from "#tests/orders.ts";
import { openPayingShop, orderAndPay } from "#tests/paying-shop.ts";
import { type SignedIn, signUp, signUpAdmin } from "#tests/people.ts";
import { saveSettings } from "#tests/save-settings.ts";
import { correctedAddresses } from "./tables.ts";

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
    { what: "letter-sent-again", note: `The payment has arrived. ${by}` },
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

it("an address is not corrected to a place where delivery or tax may cost another amount", async () => {
  const shop = await openPayingShop();
  const [buyer, admin] = [await signUp(shop), await signUpAdmin(shop)];
  await setUpDelivery(admin);
  const islands = { country: "DE", region: "", from: "25849", to: "25997" };
  const home = { country: "DE", region: "", from: "", to: "" };
  const zones = [
    { id: "home", name: "Home", places: [home] },
    { id: "islands", name: "Islands", places: [islands] },
  ];
  const helgoland = aTaxRate({ region: "Helgoland", rateBp: 0 });
  await saveSettings(admin, {
    delivery: { zones },
    tax: { rates: [aTaxRate(), helgoland] },
  });
  const order = await placeBasket(buyer, [[await aStockedPart(shop), 2]]);
  const correct = (given: object) => {
    const place = { company: "", street: "Hafen 1", postcode: "24103", city: "Kiel", region: "" };
    return admin.send("PATCH", `/api/orders/${order._id}/address`, {
      name: "Vera",
      phone: "",
      place: { ...place, ...given },
    });
  };

  expect(await correct({ postcode: "25938", city: "Wyk" })).toMatchObject(
    refusal(/delivery zone \(Islands, it was Home\).*Nothing was saved. .*cancel the order/),
  );
  expect(await correct({ region: "helgoland" })).toMatchObject(
    refusal(/taxed differently.*Nothing was saved. .*cancel the order/),
  );
  const same = await correct({ postcode: "24105", region: "Holstein" });
  expect([same.status, same.body]).toMatchObject([200, { totalPrice: order.totalPrice }]);

  const kept = await findNewest(admin, order._id);
  const places = [{ ...home, from: "24105", to: "24105" }, islands];
  await saveSettings(admin, { delivery: { zones: [zones[0], { ...zones[1], places }] } });
  expect(await undo(admin, kept)).toMatchObject(refusal(/delivery zone/));
});

it("a correction that another admin has not seen yet is not overwritten", async () => {
  const shop = await openPayingShop();
  const [buyer, admin] = [await signUp(shop), await signUpAdmin(shop)];
  const { _id, name, phone, address } = await orderAndPay(shop, buyer);
  const expected = { name, phone, address };
  const correct = (sent: object) => admin.send("PATCH", `/api/orders/${_id}/address`, sent);
  const first = { name, phone, address: "Kaistr. 4, Kiel" };
  expect((await correct({ ...first, expected })).status).toBe(200);
  expect(await correct({ name, phone, address: "Kaistr. 5, Kiel", expected })).toMatchObject({
    status: 409,
    body: { error: { code: "conflict", present: first } },
  });
  // The request of a lost reply is sent again: nothing changes, so nothing is recorded.
  const repeated = await correct({ ...first, expected });
  expect([repeated.status, repeated.body]).toMatchObject([200, first]);
  expect(repeated.body).not.toHaveProperty("auditId");
  expect(await offersUndo(admin, { _id })).toEqual([true]);
  const history = (await admin.get(`/api/orders/${_id}/history`)).body as OrderEvent[];
  expect(history.filter(({ what }) => what === "address-corrected")).toHaveLength(1);
  const second = { name, phone, address: "Kaistr. 5, Kiel", expected: first };
  expect((await correct(second)).body).toMatchObject({ address: "Kaistr. 5, Kiel" });
});

const kaistr = { company: "", street: "", postcode: "24103", city: "Kiel", region: "" };

async function correctAndFind(
  admin: SignedIn,
  { _id }: Order,
  street: string,
): Promise<AuditEntry> {
  const body = { name: "Vera", phone: "", place: { ...kaistr, street } };
  expect((await admin.send("PATCH", `/api/orders/${_id}/address`, body)).status).toBe(200);
  return findNewest(admin, _id);
}

async function findNewest(admin: SignedIn, about: string): Promise<AuditEntry> {
  const [entry] = (await admin.get(`/api/audit?about=${about}`)).body as AuditEntry[];
  if (!entry) throw new Error("Nothing is in the log");
  return entry;
}

const undo = (admin: SignedIn, { _id }: AuditEntry) => admin.send("POST", `/api/undo/${_id}`);
/** Of all corrections of an order, the newest first. */
async function offersUndo(admin: SignedIn, { _id }: Pick<Order, "_id">): Promise<boolean[]> {
  const entries = (await admin.get(`/api/audit?about=${_id}`)).body as AuditEntry[];
  const isCorrection = ({ action }: AuditEntry) =>
    action === "correct-address" || action === "undo-address";
  return entries.filter(isCorrection).map(({ undoable }) => undoable);
}
const refusal = (message: RegExp) => ({
  status: 409,
  body: { error: { code: "conflict", message: expect.stringMatching(message) } },
});

it("a correction is undone while the address is what it made and nothing has left", async () => {
  const shop = await openPayingShop();
  const [buyer, admin] = [await signUp(shop), await signUpAdmin(shop)];
  const supporter = await signUpAdmin(shop);
  await setUpDelivery(admin);
  const part = await aStockedPart(shop);
  const order = await payOrder(shop, buyer, await placeBasket(buyer, [[part, 2]]));
  const ofBuyer = async () =>
    ((await buyer.get("/api/own-data")).body as OwnData).orders[0]?.address.split("\n")[0];
  const street = await ofBuyer();

  const first = await correctAndFind(admin, order, "Kaistr. 5");
  expect(first).toMatchObject({ action: "correct-address", undoable: true });
  expect(JSON.stringify(first)).not.toContain("Kaistr");
  const former = (await buyer.get("/api/own-data")).body as OwnData;
  expect(former.correctedAddresses).toMatchObject([
    { order: order.number, name: order.name, address: order.address },
  ]);
  await limitRole(shop, supporter, "catalogue");
  expect((await undo(supporter, first)).status).toBe(403);
  expect((await undo(admin, first)).status).toBe(200);
  expect(await ofBuyer()).toBe(street);
  expect(await undo(admin, first)).toMatchObject(refusal(/corrected again since/));
  expect(await offersUndo(admin, order)).toEqual([true, false]);

  const undone = await findNewest(admin, order._id);
  expect(undone).toMatchObject({ action: "undo-address", who: admin.email, undoable: true });
  expect((await undo(admin, undone)).status).toBe(200);
  expect(await ofBuyer()).toBe("Kaistr. 5");
  const second = await correctAndFind(admin, order, "Kaistr. 6");
  expect(await undo(admin, undone)).toMatchObject(refusal(/corrected again since/));
  expect(await offersUndo(admin, order)).toEqual([true, false, false, false]);

  await admin.send("POST", `/api/orders/${order._id}/shipments`, { key: crypto.randomUUID() });
  expect(await undo(admin, second)).toMatchObject(refusal(/shipped already/));
  expect(await offersUndo(admin, order)).toEqual([false, false, false, false]);
  await deleteExpired(shop.shop.db, allModules.expires);
  expect(await shop.shop.db.$count(correctedAddresses)).toBe(0);
});

it("nothing of a correction is kept for longer than 90 days, or of an erased person", async () => {
  const shop = await openPayingShop();
  const [buyer, admin] = [await signUp(shop), await signUpAdmin(shop)];
  await setUpDelivery(admin);
  const part = await aStockedPart(shop);
  const order = await payOrder(shop, buyer, await placeBasket(buyer, [[part, 1]]));
  const { db } = shop.shop;
  const old = await correctAndFind(admin, order, "Kaistr. 4");
  await redateCorrections(db, order, timeAgo({ days: 91 }));
  const corrected = await correctAndFind(admin, order, "Kaistr. 5");
  await deleteExpired(db, allModules.expires);
  expect(await db.$count(correctedAddresses)).toBe(1);
  expect(await undo(admin, old)).toMatchObject(refusal(/no longer kept/));
  const { email, user } = buyer;
  const erased = await admin.send("POST", `/api/people/${user._id}/erase`, { email });
  expect(erased.status).toBe(200);
  expect(await undo(admin, corrected)).toMatchObject(refusal(/no longer kept/));
  expect(await offersUndo(admin, order)).toEqual([false, false]);
  const body = { name: "Vera", phone: "", place: { ...kaistr, street: "Kaistr. 7" } };
  const last = await admin.send("PATCH", `/api/orders/${order._id}/address`, body);
  expect(last.status).toBe(200);
  expect(last.body).not.toHaveProperty("auditId");
  expect((await undo(admin, await findNewest(admin, order._id))).status).toBe(409);
  expect(await db.$count(correctedAddresses)).toBe(0);
});
