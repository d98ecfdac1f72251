import { beforeAll, describe, expect, it } from "vitest";
import type { Basket } from "#contract/baskets.ts";
import type { Checkout, Quote } from "#contract/checkout.ts";
import type { Person } from "#contract/identity.ts";
import type { ShopDocument } from "#contract/order-page.ts";
import type { Order } from "#contract/orders.ts";
import { putParts } from "#tests/basket-order.ts";
import { anAddress } from "#tests/builders/address.ts";
import { makeJobsDue } from "#tests/builders/job.ts";
import { changePart } from "#tests/builders/part.ts";
import { aDeliveryMethod, aTaxRate } from "#tests/builders/settings.ts";
import { addTessaro } from "#tests/builders/vehicle.ts";
import { expectReconciled } from "#tests/expect-reconciled.ts";
import { expectStockBalanced } from "#tests/expect-stock-balanced.ts";
import { aStockedPart, placeOrder, readStock, type StockedPart } from "#tests/orders.ts";
import { findSignInCode, waitForLetter } from "#tests/outbox.ts";
import {
  confirmPayment,
  createClientSecret,
  intentIdOf,
  readNetCharge,
  runDueJobs,
  sharePayingShop,
} from "#tests/paying-shop.ts";
import { openVisitor, type SignedIn, signUp, signUpAdmin, type Visitor } from "#tests/people.ts";
import { saveSettings } from "#tests/save-settings.ts";

const share = sharePayingShop();

const place = (country: string) => ({ country, region: "", from: "", to: "" });
const delivery = {
  zones: [
    { id: "home", name: "Home", places: [place("DE")] },
    { id: "states", name: "States", places: [place("US")] },
    { id: "france", name: "France", places: [place("FR")] },
  ],
  methods: [
    aDeliveryMethod({ id: "parcel", name: "Parcel", rates: [{ upTo: null, cents: 590 }] }),
    aDeliveryMethod({ id: "express", name: "Express", rates: [{ upTo: null, cents: 1_990 }] }),
    aDeliveryMethod({ id: "air", name: "Air", zone: "states" }),
    aDeliveryMethod({ id: "road", name: "Road", zone: "france" }),
  ],
  holidays: [],
};
const tax = {
  classes: [{ id: "standard", name: "Standard" }],
  rates: [
    aTaxRate({ rateBp: 1_900 }),
    aTaxRate({ country: "US", rateBp: 825, contained: false, name: "Sales tax" }),
  ],
  reverseChargeIn: ["FR"],
};
const company = {
  name: "Parts Ltd",
  address: "Kai 1\n24103 Kiel",
  country: "DE",
  vatId: "DE123456789",
  email: "",
  phone: "",
  timeZone: "Europe/Berlin",
};
const address = anAddress({ company: "Garage Lind" });

beforeAll(async () => {
  await saveSettings(await signUpAdmin(await share()), { company, tax, delivery });
});

async function openWithBasket() {
  const shop = await share();
  const buyer = await signUp(shop);
  const disc = await aStockedPart(shop, { name: "Disc", priceCents: 4_999 });
  const pads = await aStockedPart(shop, { name: "Pads", priceCents: 3_337 });
  await putParts(buyer, [disc, 2], [pads, 3]);
  return { shop, buyer, disc, pads };
}

const edit = async (buyer: Visitor, changes: object) => {
  const { status, body } = await buyer.send("PATCH", "/api/checkout", changes);
  expect([status, body]).toMatchObject([200, {}]);
  return body as Checkout;
};
const order = (buyer: SignedIn, expectedTotal: number, key: string = crypto.randomUUID()) =>
  buyer.send("POST", "/api/checkout/place", { key, expectedTotal });
async function orderBasket(buyer: SignedIn): Promise<Order> {
  const { quote } = await edit(buyer, { address });
  return (await order(buyer, quote.total)).body as Order;
}

describe("an estimate", () => {
  it("needs a country alone, and says what it costs and when it comes", async () => {
    const shop = await share();
    const visitor = openVisitor(shop);
    const part = await aStockedPart(shop, { priceCents: 1_000 });
    await putParts(visitor, [part, 2]);
    const { body } = await visitor.send("POST", "/api/checkout/estimate", { country: "DE" });
    const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
    expect(body).toMatchObject({
      method: "parcel",
      methods: [
        { id: "parcel", price: 5.9, from: day, until: day },
        { id: "express", price: 19.9 },
      ],
      goods: 20,
      delivery: 5.9,
      total: 25.9,
      taxMode: "contained",
      taxes: [{ percent: 19, tax: 4.14, net: 21.76 }],
    });
    const nowhere = await visitor.send("POST", "/api/checkout/estimate", { country: "BD" });
    expect(nowhere.body as Quote).toMatchObject({
      methods: [],
      problem: "We do not deliver there yet.",
    });
    // Do not tell price and stock of a part that is not sold.
    await changePart(shop, { id: part.id }, { hidden: true });
    const asked = { country: "DE", lines: [{ part: part.id, quantity: 2 }] };
    const unsold = await visitor.send("POST", "/api/checkout/estimate", asked);
    expect(unsold).toMatchObject({ status: 200, body: { lines: [], pieces: 0 } });
  });
});

describe("a checkout", () => {
  it("becomes one order with all lines, which one payment pays", async () => {
    const { shop, buyer, disc, pads } = await openWithBasket();
    await edit(buyer, { address, method: "express" });
    const { quote } = await edit(buyer, { reference: "PO 4711" });
    expect(quote).toMatchObject({ goods: 200.09, delivery: 19.9, total: 219.99 });
    const placed = await order(buyer, quote.total);
    expect(placed).toMatchObject({
      status: 200,
      body: {
        productName: "Disc and 1 more",
        quantity: 5,
        totalPrice: 219.99,
        state: "unpaid",
        name: "Vera Lind",
        reference: "PO 4711",
        delivery: 19.9,
        tax: 35.12,
        address: "Garage Lind\nKaistr. 4\n24103 Kiel\nGermany",
        heldUntil: expect.any(String),
        promised: { method: "Express" },
        lines: [
          { kind: "part", name: "Disc", quantity: 2, price: 49.99, total: 99.98 },
          { kind: "part", name: "Pads", quantity: 3, total: 100.11 },
          { kind: "delivery", name: "Express", total: 19.9 },
        ],
      },
    });
    expect(await readStock(shop, disc)).toBe(98);
    expect(await readStock(shop, pads)).toBe(97);
    expect((await buyer.get("/api/basket")).body).toMatchObject({ lines: [] });
    const paid = placed.body as Order;
    const secret = await createClientSecret(buyer, paid);
    await shop.cards.pay(secret);
    const { body } = await confirmPayment(buyer, paid, intentIdOf(secret));
    expect(body).toMatchObject({ paid: true });
    expect(readNetCharge(shop, paid)).toBe(21_999);
    await expectStockBalanced(shop.shop.db);
    await expectReconciled(shop);
  });

  it("leaves the tax to a company abroad once its VAT number is confirmed", async () => {
    const { buyer, shop } = await openWithBasket();
    const french = { ...address, city: "Lyon", country: "FR" };
    const before = await edit(buyer, { address: french });
    expect(before.quote).toMatchObject({ taxMode: "none", total: 205.99 });
    for (const vatId of ["XX12", "FR12", "DE123456789"]) {
      expect(await buyer.send("PATCH", "/api/checkout", { vatId })).toMatchObject({
        status: 400,
        body: { error: { fields: { vatId: expect.any(String) } } },
      });
    }
    const vatId = "FRXX123456789";
    const waiting = (await edit(buyer, { vatId })).quote;
    expect(waiting).toMatchObject({
      vat: "waiting",
      taxMode: "contained",
      taxes: [{ percent: 19, tax: 32.89 }],
      total: 205.99,
    });
    expect((await order(buyer, 173.1)).status).toBe(409);
    const holder = { vatId, country: "FR", name: " garage LIND " };
    const admin = await signUpAdmin(shop);
    expect((await admin.send("POST", "/api/vat-numbers/confirmation", holder)).status).toBe(200);
    const { quote } = (await buyer.get("/api/checkout")).body as Checkout;
    expect(quote).toMatchObject({ vat: "valid" });
    // One figure for one delivery.
    expect(quote.methods).toMatchObject([{ id: "road", price: quote.delivery }]);
    // That of another company, or a person's, is another number to check.
    for (const changed of [{ company: "Garage Lund" }, { company: "" }]) {
      const other = await edit(buyer, { address: { ...french, ...changed } });
      expect(other.quote).toMatchObject({ vat: "waiting", taxMode: "contained", total: 205.99 });
    }
    await edit(buyer, { address: french });
    expect(quote).toMatchObject({ taxMode: "reverse", taxes: [], total: 173.1 });
    // The number stays that of its country.
    expect((await buyer.send("PATCH", "/api/checkout", { address })).status).toBe(400);
    const placed = (await order(buyer, quote.total)).body as Order;
    expect(placed).toMatchObject({ tax: 0, totalPrice: 173.1, reverseCharge: true });
    expect((await buyer.get(`/api/orders/${placed._id}/page`)).body).toMatchObject({
      vatId: "FRXX123456789",
      taxMode: "reverse",
    });
    // Its prices are without tax, those of a basket with it.
    const again = await buyer.send("POST", `/api/orders/${placed._id}/again`);
    expect(again.body).toMatchObject({ changes: [] });
  });

  it("gives the tax of an order back once its VAT number is confirmed", async () => {
    const { buyer, shop, disc } = await openWithBasket();
    const admin = await signUpAdmin(shop);
    const vatId = "FRXX123456780";
    const holder = { vatId, country: "FR", name: "Garage Lyon" };
    const french = { ...address, company: holder.name, city: "Lyon", country: "FR" };
    const { quote } = await edit(buyer, { address: french, vatId });
    const placed = (await order(buyer, quote.total)).body as Order;
    expect(placed).toMatchObject({ totalPrice: 205.99, tax: 32.89 });
    const takeOff = () => admin.send("POST", `/api/orders/${placed._id}/tax-refund`);
    const secret = await createClientSecret(buyer, placed);
    await shop.cards.pay(secret);
    await confirmPayment(buyer, placed, intentIdOf(secret));
    const documents = async () =>
      (await buyer.get(`/api/orders/${placed._id}/documents`)).body as ShopDocument[];
    const followPayments = async () => {
      await makeJobsDue(shop.shop.db, "follow-payments");
      shop.shop.jobs.wake();
    };
    await followPayments();
    await expect.poll(documents).toHaveLength(1);
    expect(await takeOff()).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringContaining("Please confirm it first") } },
    });
    expect((await admin.send("POST", "/api/vat-numbers/confirmation", holder)).status).toBe(200);
    expect((await takeOff()).status).toBe(200);
    // Sent again, it changes nothing.
    expect((await takeOff()).status).toBe(200);
    expect(await documents()).toMatchObject([
      { kind: "invoice", total: 205.99, tax: 32.89 },
      { kind: "invoice", total: 173.1, tax: 0 },
      { kind: "credit-note", total: 205.99, tax: 32.89 },
    ]);
    await runDueJobs(shop);
    expect(readNetCharge(shop, placed)).toBe(17_310);
    // What comes back later goes back without tax, and has a credit note without it.
    const line = placed.lines.find(({ part }) => part === disc.id);
    const { body } = await admin.send("POST", `/api/orders/${placed._id}/refunds`, {
      key: crypto.randomUUID(),
      lines: [{ line: line?._id, quantity: 2 }],
      reason: "goodwill",
      note: "",
    });
    expect(body).toMatchObject({ amount: 84.02 });
    await runDueJobs(shop);
    await followPayments();
    await expect.poll(documents).toMatchObject([{}, {}, {}, { total: 84.02, tax: 0 }]);
    for (const { _id } of await documents()) {
      expect((await buyer.request(`/api/documents/${_id}/file.pdf`)).status).toBe(200);
    }
    await expectReconciled(shop);
  });

  it("keeps whom the invoice is for, whose country the VAT number is of", async () => {
    const { shop, buyer } = await openWithBasket();
    const billTo = { ...address, company: "Holding SARL", city: "Lyon", country: "FR" };
    const vatId = "FRXX123456789";
    const { quote } = await edit(buyer, { address, billTo, vatId, reference: "PO-77/4711" });
    // The parts stay in the country.
    expect(quote.taxMode).toBe("contained");
    const placed = (await order(buyer, quote.total)).body as Order;
    const { body } = await buyer.get(`/api/orders/${placed._id}/page`);
    expect(body).toMatchObject({ billTo: { company: "Holding SARL" }, vatId });
    const admin = await signUpAdmin(shop);
    const found = await admin.get("/api/allOrders?q=po-77&limit=5");
    expect(found.body).toMatchObject([{ _id: placed._id }]);
    const secret = await createClientSecret(buyer, placed);
    await shop.cards.pay(secret);
    await confirmPayment(buyer, placed, intentIdOf(secret));
    const letter = await waitForLetter(shop, 2, { email: buyer.email });
    expect(letter).not.toContain("PO-77");
    expect((await edit(buyer, { billTo: null, vatId: "" })).billTo).toBeNull();
  });

  it("can be filled from an order, and says what has changed since", async () => {
    const { shop, buyer, disc, pads } = await openWithBasket();
    const belt = await aStockedPart(shop, { name: "Belt", priceCents: 1_000 });
    await putParts(buyer, [belt, 2]);
    const placed = await orderBasket(buyer);
    await changePart(shop, { id: disc.id }, { priceCents: 5_999 });
    await changePart(shop, { id: pads.id }, { stock: 3 });
    await changePart(shop, { id: belt.id }, { deletedAt: new Date() });
    await putParts(buyer, [disc, 7]);
    const again = `/api/orders/${placed._id}/again`;
    expect(await buyer.send("POST", again)).toMatchObject({
      status: 200,
      body: {
        basket: {
          lines: [
            { name: "Disc", quantity: 7 },
            { name: "Pads", quantity: 2 },
          ],
        },
        changes: [
          { name: "Disc", says: "Costs $59.99 now, was $49.99." },
          { name: "Pads", says: "Only 3 are left, so the most you can order is 2: set to 2." },
          { name: "Belt", says: "It is no longer sold." },
        ],
      },
    });
    expect((await (await signUp(shop)).send("POST", again)).status).toBe(404);
  });

  it("is filled with what replaced a part, to the end of the chain, but not for cars nobody named", async () => {
    const { shop, buyer, disc, pads } = await openWithBasket();
    const placed = await orderBasket(buyer);
    await addTessaro(shop.databaseUrl);
    const admin = await signUpAdmin(shop);
    const next = async (name: string) => aStockedPart(shop, { name, minimumQuantity: 0 });
    const [second, third, fourth] = [await next("2nd"), await next("3rd"), await next("4th")];
    const replace = async (old: StockedPart, life: string, ...replacedBy: object[]) => {
      const edited = await admin.send("PATCH", `/api/parts/${old.id}`, { life, replacedBy });
      expect(edited.status).toBe(200);
    };
    await replace(disc, "ended", { part: second.id });
    await replace(second, "superseded", { part: third.id, quantity: 2 }, { part: fourth.id });
    await replace(pads, "ended", { part: second.id, terms: [{ fact: "built", to: 20_141_231 }] });
    for (const part of [disc, pads]) await changePart(shop, { id: part.id }, { hidden: true });
    const { body } = await buyer.send("POST", `/api/orders/${placed._id}/again`);
    const { number } = (await shop.get(`/api/parts/${third.id}`)).body as { number: string };
    const { basket, changes } = body as { basket: Basket; changes: { says: string }[] };
    const lines = basket.lines.slice(-2).map((line) => [line.name, line.quantity]);
    const ordered = (name: string) => placed.lines.find((line) => line.name === name)?.quantity;
    expect(lines).toEqual([
      ["3rd", 2 * (ordered("Disc") ?? 0)],
      ["4th", ordered("Disc")],
    ]);
    expect(changes.map(({ says }) => says)).toEqual([
      expect.stringMatching(`^Replaced by ${number} and `),
      expect.stringMatching(
        /^It is no longer sold. Choose what replaces it: .*before January 2015/,
      ),
    ]);
  });

  it("is filled with the pieces of all lines that lead to one part", async () => {
    const { shop, buyer, disc, pads } = await openWithBasket();
    const placed = await orderBasket(buyer);
    const successor = { life: "superseded", hidden: true, replacedBy: [{ part: pads.id }] };
    await (await signUpAdmin(shop)).send("PATCH", `/api/parts/${disc.id}`, successor);
    const again = () => buyer.send("POST", `/api/orders/${placed._id}/again`);
    expect((await again()).body).toMatchObject({
      basket: { lines: [{ name: "Pads", quantity: 5 }] },
    });
    await changePart(shop, { id: pads.id }, { stock: 5 });
    expect((await again()).body).toMatchObject({
      basket: { lines: [{ name: "Pads", quantity: 4 }] },
      changes: Array(2).fill({ says: expect.stringContaining("set to 4.") }),
    });
    // What cannot be ordered now is in the basket again when it can.
    await buyer.send("DELETE", `/api/basket/lines/${pads.id}`);
    await changePart(shop, { id: pads.id }, { stock: 0 });
    expect((await again()).body).toMatchObject({ basket: { lines: [{ quantity: 0 }] } });
    await changePart(shop, { id: pads.id }, { stock: 100 });
    expect((await buyer.get("/api/basket")).body).toMatchObject({ lines: [{ quantity: 5 }] });
  });

  it("names an account that was opened by a code, once", async () => {
    const shop = await share();
    const buyer = { ...openVisitor(shop), email: `ida.${crypto.randomUUID()}@example.com` };
    await buyer.send("POST", "/api/identity/sign-in/code", { email: buyer.email });
    const code = await findSignInCode(shop, buyer.email);
    await buyer.send("POST", "/api/identity/sign-in/code/enter", { code });
    const nameNow = async () =>
      ((await buyer.get("/api/identity/session")).body as { user: Person }).user.name;
    await edit(buyer, { address: { ...address, name: "Ida Holm" } });
    expect(await nameNow()).toBe("Ida Holm");
    await edit(buyer, { address });
    expect(await nameNow()).toBe("Ida Holm");
  });

  it("adds the tax of places where prices do not contain it", async () => {
    const { buyer } = await openWithBasket();
    const { quote } = await edit(buyer, { address: { ...address, country: "US" } });
    expect(quote).toMatchObject({ taxMode: "added", delivery: 5.9, total: 222.98 });
    expect(await order(buyer, quote.total)).toMatchObject({
      status: 200,
      body: { totalPrice: 222.98, tax: 16.99 },
    });
  });

  it("takes the deposit of an old part as a line of its own, which nothing lowers", async () => {
    const { shop, buyer } = await openWithBasket();
    const starter = await aStockedPart(shop, { name: "Starter", priceCents: 9_000, deposit: 35 });
    await putParts(buyer, [starter, 2]);
    const { body } = await buyer.get("/api/basket");
    expect(body).toMatchObject({
      goods: 380.09,
      deposits: 70,
      total: 450.09,
      lines: [{ deposit: 0 }, { deposit: 0 }, { deposit: 35, total: 180 }],
    });
    const placed = await orderBasket(buyer);
    expect(placed).toMatchObject({ totalPrice: 455.99, quantity: 7, deposits: 70 });
    expect(placed.lines).toMatchObject([
      { name: "Disc" },
      { name: "Pads" },
      { name: "Starter", quantity: 2, total: 180 },
      { kind: "deposit", name: "Core deposit: Starter", quantity: 2, price: 35, total: 70 },
      { kind: "delivery" },
    ]);
    await expectReconciled(shop);
    const alone = await placeOrder(buyer, starter, { quantity: 3 });
    expect(alone).toMatchObject({ totalPrice: 270, deposits: 0 });
  });

  it("is one order however often it is sent under one key, and at the same time", async () => {
    const { buyer } = await openWithBasket();
    const { quote } = await edit(buyer, { address });
    const key = crypto.randomUUID();
    const sent = await Promise.all([1, 2, 3].map(() => order(buyer, quote.total, key)));
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(sent.map(({ body }) => (body as Order)._id)).size).toBe(1);
    expect((await order(buyer, quote.total + 1, key)).status).toBe(409);
    const mine = await buyer.get(`/api/orders?email=${buyer.email}`);
    expect(mine.body).toHaveLength(1);
  });

  it("orders nothing at another total, and shows the present one", async () => {
    const { shop, buyer, disc } = await openWithBasket();
    const { quote } = await edit(buyer, { address });
    await changePart(shop, { id: disc.id }, { priceCents: 5_999 });
    const total = quote.total + 20;
    expect(await order(buyer, quote.total)).toMatchObject({
      status: 409,
      body: {
        error: {
          message: "The total is $225.99 now. Please look again.",
          present: { quote: { total } },
        },
      },
    });
    expect(await readStock(shop, disc)).toBe(100);
    expect((await order(buyer, total)).status).toBe(200);
  });

  it("names the part of which too few are left", async () => {
    const { shop, buyer } = await openWithBasket();
    const rare = await aStockedPart(shop, {
      name: "Rare",
      minimumQuantity: 0,
      availablQuantity: 6,
    });
    const other = await signUp(shop);
    for (const person of [buyer, other]) await putParts(person, [rare, 5]);
    const quotes = await Promise.all([buyer, other].map((person) => edit(person, { address })));
    const placed = await Promise.all([
      order(buyer, quotes[0]?.quote.total ?? 0),
      order(other, quotes[1]?.quote.total ?? 0),
    ]);
    expect(placed.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = placed.find(({ status }) => status === 409)?.body;
    expect((refused as { error: { message: string } }).error.message).toContain(
      placed[0]?.status === 409 ? "Rare: Only 1 is left" : "nothing in your basket",
    );
    expect(await readStock(shop, rare)).toBe(1);
    await expectStockBalanced(shop.shop.db);
  });

  it("is refused without an address, where nothing is delivered, and with nothing in it", async () => {
    const { shop, buyer } = await openWithBasket();
    const messageOf = async () => {
      const { status, body } = await order(buyer, 100);
      return [status, (body as { error: { message: string } }).error.message];
    };
    expect(await messageOf()).toEqual([409, "Please say first where we should deliver it."]);
    await edit(buyer, { address: { ...address, country: "BD" } });
    expect(await messageOf()).toEqual([409, "We do not deliver there yet."]);
    const empty = await signUp(shop);
    await edit(empty, { address });
    expect((await order(empty, 100)).status).toBe(409);
    expect((await openVisitor(shop).get("/api/checkout")).status).toBe(401);
  });
});
