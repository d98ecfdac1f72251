// Orders of several lines that were paid, and what customers and admins do to return them.
import { expect } from "vitest";
import type { Checkout } from "#contract/checkout.ts";
import type { CarOfOrder } from "#contract/fields.ts";
import type { Order } from "#contract/orders.ts";
import type { Return } from "#contract/returns.ts";
import type { SettingsRecord } from "#contract/settings.ts";
import type { WithdrawalReceipt } from "#contract/withdrawals.ts";
import { aDeliveryMethod } from "./builders/settings.ts";
import { aStockedPart, type StockedPart } from "./orders.ts";
import { readLetters, tokenOfLetter } from "./outbox.ts";
import { confirmPayment, createClientSecret, intentIdOf, type PayingShop } from "./paying-shop.ts";
import { openVisitor, type SignedIn } from "./people.ts";

const zones = [{ id: "home", name: "Home", places: [{ country: "*" }] }];
const address = { name: "Vera", street: "Kaistr. 4", postcode: "24103", city: "Kiel", phone: "" };

/** To everywhere, for $5.90. */
export async function deliverEverywhere(admin: SignedIn): Promise<void> {
  const all = (await admin.get("/api/settings")).body as SettingsRecord[];
  const version = all.find(({ section }) => section === "delivery")?.version;
  const value = { zones, methods: [aDeliveryMethod()], holidays: [] };
  const body = { section: "delivery", version, value };
  expect((await admin.send("PUT", "/api/settings", body)).status).toBe(200);
}

export async function orderBasket(
  shop: PayingShop,
  buyer: SignedIn,
  wanted: readonly (readonly [StockedPart, number])[],
  car?: CarOfOrder,
  card?: string,
): Promise<Order> {
  const lines = wanted.map(([{ id: part }, quantity]) => ({ part, quantity }));
  await buyer.send("PUT", "/api/basket/lines", { lines });
  const sent = { address: { ...address, country: "DE" } };
  const checkout = (await buyer.send("PATCH", "/api/checkout", sent)).body as Checkout;
  const expectedTotal = checkout.quote.total;
  const body = { key: crypto.randomUUID(), expectedTotal, ...(car && { car }) };
  const placed = await buyer.send("POST", "/api/checkout/place", body);
  expect([placed.status, placed.body]).toEqual([200, expect.anything()]);
  const order = placed.body as Order;
  const secret = await createClientSecret(buyer, order);
  await shop.cards.pay(secret, card);
  expect((await confirmPayment(buyer, order, intentIdOf(secret))).status).toBe(200);
  return order;
}

/** Two lines, 4 and 3 pieces, and the delivery. */
export async function orderTwoParts(shop: PayingShop, buyer: SignedIn) {
  const disc = await aStockedPart(shop, { name: "Disc", priceCents: 4_999 });
  const pads = await aStockedPart(shop, { name: "Pads", priceCents: 3_337 });
  const order = await orderBasket(shop, buyer, [
    [disc, 4],
    [pads, 3],
  ]);
  const [ofDisc, ofPads] = order.lines;
  if (!ofDisc || !ofPads) throw new Error("The order has no two lines");
  return { order, disc, pads, ofDisc: ofDisc._id, ofPads: ofPads._id };
}

/** All that is left, unless pieces are given. */
export async function shipPieces(
  admin: SignedIn,
  { _id }: { _id: string },
  lines?: readonly { line: string; quantity: number }[],
): Promise<void> {
  const body = { key: crypto.randomUUID(), ...(lines && { lines }) };
  const { status, body: shipped } = await admin.send("POST", `/api/orders/${_id}/shipments`, body);
  expect([status, shipped]).toEqual([200, expect.anything()]);
}

type Wanted = { line: string; quantity: number; reason?: string; wants?: string; note?: string };

export const askReturn = (
  who: SignedIn,
  { _id }: { _id: string },
  lines: readonly Wanted[],
  key: string = crypto.randomUUID(),
) =>
  who.send("POST", `/api/orders/${_id}/returns`, {
    key,
    lines: lines.map((line) => ({ reason: "not_needed", note: "", ...line })),
  });

export async function asked(...given: Parameters<typeof askReturn>): Promise<Return> {
  const { status, body } = await askReturn(...given);
  expect([status, body]).toEqual([200, expect.objectContaining({ state: "requested" })]);
  return body as Return;
}

export const takeStep = (admin: SignedIn, { _id, version }: Return, step: object) =>
  admin.send("PATCH", `/api/returns/${_id}`, { version, ...step });

export async function taken(admin: SignedIn, shown: Return, step: object): Promise<Return> {
  const { status, body } = await takeStep(admin, shown, step);
  expect([status, body]).toEqual([200, expect.anything()]);
  return body as Return;
}

export const closeReturn = (admin: SignedIn, { _id, version }: Return, closing: object = {}) =>
  admin.send("POST", `/api/returns/${_id}/closing`, { version, ...closing });

type Found = { restock?: number; scrap?: number; resolution?: string; deduct?: number };
type Finding = (line: Return["lines"][number]) => Found;

/** Approved, received in full and inspected; on the shelf again unless it is said otherwise. */
export async function inspected(
  admin: SignedIn,
  wanted: Return,
  found: Finding = ({ quantity }) => ({ restock: quantity }),
): Promise<Return> {
  return taken(admin, await receivedInFull(admin, wanted), inspection(wanted, found));
}

export async function receivedInFull(admin: SignedIn, wanted: Return): Promise<Return> {
  const approved = await taken(admin, wanted, { step: "approve", free: true });
  const lines = wanted.lines.map(({ line, quantity }) => ({ line, pieces: quantity }));
  return taken(admin, approved, { step: "receive", lines });
}

export const inspection = ({ lines }: Return, found: Finding) => ({
  step: "inspect",
  lines: lines.map((each) => ({
    line: each.line,
    restock: 0,
    scrap: 0,
    condition: "used",
    resolution: "refund",
    ...found(each),
  })),
});

/** By the link of the newest e-mail to this mailbox about the withdrawal. */
export async function confirmWithdrawal(shop: PayingShop, { email, number }: WithdrawalReceipt) {
  const isIt = (letter: string) =>
    letter.includes(`\nTo: ${email}\n`) && letter.includes(`your withdrawal ${number}`);
  const letter = async () => (await readLetters(shop)).findLast(isIt) ?? "";
  await expect.poll(async () => tokenOfLetter(await letter())).not.toBe("");
  const token = tokenOfLetter(await letter());
  return openVisitor(shop).send("POST", "/api/withdrawals/confirm", { token });
}
