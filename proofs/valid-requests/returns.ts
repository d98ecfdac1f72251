import { expect } from "vitest";
import type { Call } from "#contract/call.ts";
import type { Return } from "#contract/returns.ts";
import { tokenOfLetter } from "#tests/outbox.ts";
import { openVisitor } from "#tests/people.ts";
import { letterAfter } from "../letters.ts";
import { placeAndPay } from "../orders.ts";
import { addOrderLink } from "./orders.ts";
import type { IdMakers, ProofShop, Thing } from "./proof-shop.ts";

export const returnIds = (at: ProofShop): IdMakers => ({
  "/withdrawals/:id": () => addWithdrawal(at),
});

/** An order that was sent, or a return of it, in the state that the call is about. */
export async function returnFor(
  { shop, session, part }: ProofShop,
  { path, method }: Call,
): Promise<Thing> {
  const order = await placeAndPay(shop, session, part);
  const sent = { key: crypto.randomUUID() };
  await session.send("POST", `/api/orders/${order._id}/shipments`, sent);
  const line = order.lines[0]?._id ?? "";
  const asked = { line, quantity: 1, reason: "not_needed", note: "" };
  const body = { key: crypto.randomUUID(), lines: [asked] };
  if (path.endsWith("/returns")) return { id: order._id, ...(method === "POST" && { body }) };
  const address = `/api/orders/${order._id}/returns`;
  const { _id: id } = (await session.send("POST", address, body)).body as Return;
  if (!path.endsWith("/closing")) return { id };
  const found = { line, restock: 1, scrap: 0, condition: "new", resolution: "refund" };
  for (const [at, step] of [
    { step: "approve", free: true },
    { step: "receive", lines: [{ line, pieces: 1 }] },
    { step: "inspect", lines: [found] },
  ].entries()) {
    const taken = { ...step, version: at + 1 };
    expect((await session.send("PATCH", `/api/returns/${id}`, taken)).status).toBe(200);
  }
  return { id, body: { version: 4 } };
}

/** Of an order that was sent, by the link of a letter about it. */
export async function linkedReturnFor(at: ProofShop, call: Call): Promise<Thing> {
  const { id = "", body } = await returnFor(at, { ...call, path: "/orders/:id/returns" });
  return { body: { ...body, ...(await addOrderLink(at, id)) } };
}

async function addWithdrawal(at: ProofShop): Promise<string> {
  await addReceipt(at);
  return (await at.newest("withdrawals", "id")) ?? "";
}

/** The link of the letter to a mailbox that nobody has confirmed yet. */
export async function addWithdrawalLink({ shop }: ProofShop): Promise<{ token: string }> {
  const email = `${crypto.randomUUID()}@example.com`;
  const stated = { key: crypto.randomUUID(), name: "Ada", email, orderNumber: "1", goods: "" };
  const letter = await letterAfter(
    () => openVisitor(shop).send("POST", "/api/withdrawals", stated),
    (text) => text.includes(email) && tokenOfLetter(text) !== "",
    shop,
  );
  return { token: tokenOfLetter(letter) };
}

export async function addReceipt({ session, admin }: ProofShop): Promise<Thing> {
  const key = crypto.randomUUID();
  const stated = { name: "Ada", email: admin.email, orderNumber: "no number", goods: "" };
  await session.send("POST", "/api/withdrawals", { key, ...stated });
  return { body: { key } };
}
