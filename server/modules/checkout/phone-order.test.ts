// An order that an admin writes down for a customer at the telephone.
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { AuditEntry } from "#contract/audit.ts";
import type { Checkout } from "#contract/checkout.ts";
import type { Order } from "#contract/orders.ts";
import type { PhoneQuote } from "#contract/phone-orders.ts";
import { aCompany, aDeliveryMethod } from "#tests/builders/settings.ts";
import { expectReconciled } from "#tests/expect-reconciled.ts";
import { expectStockBalanced } from "#tests/expect-stock-balanced.ts";
import { aStockedPart, readStock, type StockedPart } from "#tests/orders.ts";
import { findSignInCode, tokenOfLetter, waitForLetter } from "#tests/outbox.ts";
import { readNetCharge, sharePayingShop, totalCentsOf } from "#tests/paying-shop.ts";
import { openVisitor, type SignedIn, signUp, signUpAdmin, verifyEmail } from "#tests/people.ts";
import { deliverEverywhere } from "#tests/returns.ts";
import { saveSettings } from "#tests/save-settings.ts";

const share = sharePayingShop();
let admin: SignedIn;

beforeAll(async () => {
  admin = await signUpAdmin(await share());
  await deliverEverywhere(admin);
});

const address = {
  name: "Mei Tan",
  company: "",
  street: "Kaistr. 4",
  postcode: "24103",
  city: "Kiel",
  region: "",
  country: "DE",
  phone: "+49 431 1",
};
const newEmail = () => `mei-${crypto.randomUUID()}@garages.example`;

async function openParts() {
  const shop = await share();
  const disc = await aStockedPart(shop, { name: "Disc", priceCents: 4_999 });
  const pads = await aStockedPart(shop, { name: "Pads", priceCents: 3_337 });
  return { shop, disc, pads, lines: linesOf([disc, 2], [pads, 3]) };
}

const linesOf = (...wanted: [StockedPart, number][]) =>
  wanted.map(([{ id: part }, quantity]) => ({ part, quantity }));

async function quoteFor(email: string | null, lines: object[]): Promise<PhoneQuote> {
  const asked = { email, lines, country: "DE", method: null };
  const { status, body } = await admin.send("POST", "/api/phone-orders/quote", asked);
  expect(status).toBe(200);
  return body as PhoneQuote;
}

async function toOrder(email: string, lines: object[]) {
  const { quote } = await quoteFor(email, lines);
  const sent = { key: crypto.randomUUID(), email, lines, address, method: null };
  return { ...sent, expectedTotal: quote.total };
}

const place = (order: object) => admin.send("POST", "/api/phone-orders", order);
const findPeople = async (email: string) =>
  (await admin.get(`/api/people?q=${encodeURIComponent(email)}`)).body as object[];

it("is paid by the link of its letter, without an account of the customer's making", async () => {
  const { shop, disc, lines } = await openParts();
  const email = newEmail();
  const before = await readStock(shop, disc);
  const placed = await place({ ...(await toOrder(email, lines)), note: "Calls back at noon" });
  const order = placed.body as Order;
  expect(placed).toMatchObject({ status: 200, body: { email, name: "Mei Tan", state: "unpaid" } });
  expect(await readStock(shop, disc)).toBe(before - 2);
  const letter = await waitForLetter(shop, 1, { email });
  expect(letter).toContain("Pay this order");
  const token = tokenOfLetter(letter);
  const price = order.totalPrice;
  const send = (path: string, body: object) => shop.send("POST", `/api/order-links/${path}`, body);
  expect((await send("payment", { token: "guessed", price })).status).toBe(404);
  expect((await send("payment", { token, price: price - 1 })).status).toBe(409);
  const begun = await send("payment", { token, price });
  const { clientSecret } = begun.body as { clientSecret: string };
  const [transactionId = ""] = clientSecret.split("_secret_");
  expect(await send("paid", { token, price, transactionId })).toMatchObject({ status: 409 });
  await shop.cards.pay(clientSecret);
  expect(await send("paid", { token, price, transactionId })).toMatchObject({
    status: 200,
    body: { state: "paid", transactionId },
  });
  expect(await send("paid", { token, price, transactionId: "pi_other" })).toMatchObject({
    status: 409,
  });
  expect(readNetCharge(shop, order)).toBe(totalCentsOf(order));
  await expectStockBalanced(shop.shop.db);
  await expectReconciled(shop);
  const [entry] = (await admin.get(`/api/audit?about=${order._id}`)).body as AuditEntry[];
  expect(entry).toMatchObject({ action: "place-order", thing: { kind: "order" } });
  expect(await findPeople(email)).toMatchObject([{ name: "Mei Tan", orders: 1 }]);
  const history = (await admin.get(`/api/orders/${order._id}/history`)).body;
  expect(JSON.stringify(history)).toContain("Calls back at noon");
});

it("costs a known customer what the checkout would, and is theirs", async () => {
  const { shop, lines } = await openParts();
  const buyer = await signUp(shop);
  await verifyEmail(shop, buyer);
  await buyer.send("PUT", "/api/basket/lines", { lines });
  const { body } = await buyer.send("PATCH", "/api/checkout", { address });
  const { quote, customer } = await quoteFor(buyer.email, lines);
  expect(customer).toMatchObject({ _id: buyer.user._id, address });
  expect(quote).toEqual((body as Checkout).quote);
  const { body: placed } = await place(await toOrder(buyer.email, lines));
  expect((await buyer.get(`/api/orders?email=${buyer.email}`)).body).toMatchObject([
    { _id: (placed as Order)._id },
  ]);
  expect((await buyer.get("/api/basket")).body).toMatchObject({ lines: [{}, {}] });
});

it("is quoted for the country that the form shows, also where the shop does not deliver at home", async () => {
  const { lines } = await openParts();
  const home = aCompany({ country: "US" });
  await saveSettings(admin, {
    company: home,
    delivery: {
      zones: [
        { id: "de", name: "DE", places: [{ country: "DE", region: "", from: "", to: "" }] },
        { id: "at", name: "AT", places: [{ country: "AT", region: "", from: "", to: "" }] },
      ],
      methods: [
        aDeliveryMethod({ id: "parcel-de", zone: "de" }),
        aDeliveryMethod({ id: "parcel-at", zone: "at" }),
      ],
      holidays: [],
    },
  });
  onTestFinished(() => deliverEverywhere(admin));
  const asked = { email: null, lines, country: null, method: null };
  const { body } = await admin.send("POST", "/api/phone-orders/quote", asked);
  const { country, countries, quote } = body as PhoneQuote;
  expect([country, countries, quote.problem]).toEqual(["AT", ["AT", "DE"], undefined]);
  expect(quote.method).toBe("parcel-at");
  const sent = { key: crypto.randomUUID(), email: newEmail(), lines, method: quote.method };
  const order = { ...sent, address: { ...address, country }, expectedTotal: quote.total };
  expect(await place(order)).toMatchObject({ status: 200, body: { totalPrice: quote.total } });
  const buyer = await signUp(await share());
  await buyer.send("PUT", "/api/basket/lines", { lines });
  const { body: checkout } = await buyer.get("/api/checkout");
  expect(checkout).toMatchObject({ address: null, quote: { method: "parcel-at" } });
});

it("sent twice at once is one order, and its key is good for no other", async () => {
  const { lines } = await openParts();
  const order = await toOrder(newEmail(), lines);
  const [one, other] = await Promise.all([place(order), place(order)]);
  expect(one.status).toBe(200);
  expect(other).toEqual(one);
  const another = await place({ ...order, reference: "PO 1" });
  expect(another).toMatchObject({ status: 409, body: { error: { code: "key-reused" } } });
});

describe("is refused, and leaves no account,", () => {
  it.each([
    ["at another total", { expectedTotal: 1 }, "expectedTotal"],
    [
      "for a part that is gone",
      { lines: [{ part: crypto.randomUUID(), quantity: 1 }] },
      "lines.0.part",
    ],
    ["without a street", { address: { ...address, street: "" } }, "address.street"],
  ])("%s", async (_, wrong, field) => {
    const { lines } = await openParts();
    const email = newEmail();
    const refused = await place({ ...(await toOrder(email, lines)), ...wrong });
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(refused.body).toMatchObject({ error: { fields: { [field]: expect.any(String) } } });
    expect(await findPeople(email)).toEqual([]);
  });

  it("for more than there is", async () => {
    const { disc } = await openParts();
    const order = await toOrder(newEmail(), linesOf([disc, 2]));
    expect(await place({ ...order, lines: linesOf([disc, 5_000]) })).toMatchObject({
      status: 409,
      body: { error: { fields: { "lines.0.quantity": expect.any(String) } } },
    });
  });
});

it("is placed for an e-mail with which somebody signed up unproven, who does not see it", async () => {
  const { shop, lines } = await openParts();
  const stranger = await signUp(shop);
  const { email, password } = stranger;
  const { status, body } = await place(await toOrder(email, lines));
  expect(status).toBe(200);
  expect((await stranger.get(`/api/orders?email=${email}`)).status).toBe(401);
  const again = await openVisitor(shop).send("POST", "/api/identity/sign-in", { email, password });
  expect(again.status).toBe(401);
  const customer = openVisitor(shop);
  await customer.send("POST", "/api/identity/sign-in/code", { email });
  const code = await findSignInCode(shop, email);
  expect(await customer.send("POST", "/api/identity/sign-in/code/enter", { code })).toMatchObject({
    status: 200,
  });
  expect((await customer.get(`/api/orders?email=${email}`)).body).toMatchObject([
    { _id: (body as Order)._id },
  ]);
});
