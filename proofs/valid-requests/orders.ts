import { expect } from "vitest";
import type { Call } from "#contract/call.ts";
import type { SavedCard } from "#contract/cards.ts";
import type { Shipment } from "#contract/shipments.ts";
import { placeOrder } from "#tests/orders.ts";
import { quantity } from "../calls.ts";
import { lookForPayments } from "../database.ts";
import { clientSecretFor, intentIn, placeAndPay } from "../orders.ts";
import { addTaxedOrder } from "./checkout.ts";
import { addAccountCompany } from "./companies.ts";
import type { IdMakers, ProofShop } from "./proof-shop.ts";

export const orderIds = (at: ProofShop): IdMakers => ({
  "/shipments": async () => (await placeAndPay(at.shop, at.session, at.part))._id,
  "/shipments/:id": () => addShipment(at),
  "/shipments/:id/slip.pdf": () => addShipment(at),
  "/shipments/:id/label.pdf": () => addShipment(at),
  "/shipments/papers.pdf": () => addShipment(at),
  "/cards/:id": () => saveCard(at),
  "/documents/:id/file.pdf": async () => (await addInvoice(at)).document,
});

/** An order of the admin, or what of one the call is about. A call that reports a payment has it made. */
export async function orderFor(
  at: ProofShop,
  { path, method }: Call,
): Promise<{ id: string; payment?: string; body?: object }> {
  const { shop, session, part } = at;
  if (path.endsWith("/cancellations")) return cancellableOrder(at);
  if (path.endsWith("/settled-elsewhere")) return { id: await addDeclinedRefund(at) };
  if (path.endsWith("/losses")) return sentShipment(at);
  if (path.endsWith("/document.pdf")) return linkedDocument(at);
  if (path.endsWith("/corrections")) return { id: (await addInvoice(at)).id };
  if (path.endsWith("/tax-refund")) {
    const id = await addTaxedOrder(at);
    await invoiceOf(at, id);
    return { id };
  }
  if (/\/(account|receipts)$/.test(path)) return accountOrder(at, path);
  if (/\/(refunds|shipments)$/.test(path))
    return { id: (await placeAndPay(shop, session, part))._id };
  const order = await placeOrder(session, part, { quantity });
  if (method !== "PATCH") return { id: order._id };
  const secret = await clientSecretFor(session, order);
  await shop.cards.pay(secret);
  return { id: order._id, payment: intentIn(secret) };
}

async function accountOrder(at: ProofShop, path: string) {
  await addAccountCompany(at);
  const { _id: id } = await placeOrder(at.session, at.part, { quantity });
  if (path.endsWith("/receipts")) await at.session.send("POST", `/api/orders/${id}/account`);
  return { id };
}

async function cancellableOrder({ shop, session, part }: ProofShop) {
  const { _id: id, lines } = await placeAndPay(shop, session, part);
  const line = lines[0]?._id ?? "";
  return { id, body: { key: crypto.randomUUID(), lines: [{ line, quantity: 1 }] } };
}

/** Adds a refund that the provider has declined, of an order that was cancelled after it was paid. */
async function addDeclinedRefund({ shop, session, part, query }: ProofShop): Promise<string> {
  const { _id } = await placeAndPay(shop, session, part);
  await query(
    "update orders set state = 'refunding', payment_state = 'refunding', closed_at = now() where id = $1",
    [_id],
  );
  await query(
    `insert into refunds (id, refunded_payment_id, order_id, amount_cents, reason, declines, next_try_at)
     select uuidv7(), id, order_id, amount_cents, 'cancelled', 3, now() + interval '1 day'
     from payments where order_id = $1`,
    [_id],
  );
  await query("update payments set refunding_cents = captured_cents where order_id = $1", [_id]);
  await query("update order_lines set refunded_cents = due_cents where order_id = $1", [_id]);
  return _id;
}

async function saveCard({ shop, session }: ProofShop): Promise<string> {
  const { body } = await session.send("POST", "/api/cards/setup");
  await shop.cards.pay((body as { clientSecret: string }).clientSecret);
  const [card] = (await session.get("/api/cards")).body as SavedCard[];
  return card?._id ?? "";
}

/** Ships an order, and names a piece of it that can be lost. */
async function sentShipment({ shop, session, part }: ProofShop) {
  const { _id, lines } = await placeAndPay(shop, session, part);
  const shipping = { key: crypto.randomUUID() };
  const { body } = await session.send("POST", `/api/orders/${_id}/shipments`, shipping);
  const lostLines = [{ line: lines[0]?._id ?? "", quantity: 1 }];
  const loss = { key: crypto.randomUUID(), lines: lostLines, resolution: "refund" };
  return { id: (body as Shipment)._id, body: loss };
}

/** Packs an order without shipping it, so that the shipment can still change its state. */
async function addShipment({ shop, session, part }: ProofShop): Promise<string> {
  const { _id } = await placeAndPay(shop, session, part);
  const body = { key: crypto.randomUUID(), isPacked: true };
  const { body: packed } = await session.send("POST", `/api/orders/${_id}/shipments`, body);
  return (packed as Shipment)._id;
}

async function addInvoice(at: ProofShop) {
  const { _id: id } = await placeAndPay(at.shop, at.session, at.part);
  return { id, document: await invoiceOf(at, id) };
}

/** A job issues it after the payment. */
async function invoiceOf({ query }: ProofShop, id: string): Promise<string> {
  const find = async () => {
    await lookForPayments({ query });
    return query<{ id: string }>("select id from documents where order_id = $1", [id]);
  };
  await expect.poll(find, { timeout: 30_000 }).toHaveLength(1);
  return (await find())[0]?.id ?? "";
}

async function linkedDocument(at: ProofShop) {
  const { id, document } = await addInvoice(at);
  return { id, body: { document, token: await addLink(at, id) } };
}

/** The link of an unpaid order; a call that reports a payment has it made. */
export async function linkedPaymentFor(at: ProofShop, { path }: Call) {
  const { shop, session, part } = at;
  const order = await placeOrder(session, part, { quantity });
  const link = await addOrderLink(at, order._id);
  if (!path.endsWith("/paid")) return link;
  const secret = await clientSecretFor(session, order);
  await shop.cards.pay(secret);
  return { ...link, payment: intentIn(secret) };
}

/** Adds a link to an order, such as a letter contains. */
export async function addOrderLink(at: ProofShop, order?: string): Promise<{ token: string }> {
  const _id = order ?? (await placeOrder(at.session, at.part, { quantity }))._id;
  return { token: await addLink(at, _id) };
}

async function addLink({ query }: ProofShop, order: string): Promise<string> {
  const token = crypto.randomUUID();
  await query(
    `insert into order_links (token_hash, order_id, expires_at)
     values (sha256($1::bytea), $2, now() + interval '1 day')`,
    [token, order],
  );
  return token;
}
