// Orders of parts with core deposits, and what becomes of these.
import { expect } from "vitest";
import type { Deposit } from "#contract/deposits.ts";
import type { Order } from "#contract/orders.ts";
import { forfeitDueCores } from "#server/modules/returns/forfeit-cores.ts";
import { aStockedPart } from "./orders.ts";
import type { PayingShop } from "./paying-shop.ts";
import { type SignedIn, signUp, signUpAdmin } from "./people.ts";
import { deliverEverywhere, orderBasket } from "./returns.ts";

export async function openWithDeposits(shop: PayingShop, card?: string) {
  const [buyer, admin] = [await signUp(shop), await signUpAdmin(shop)];
  await deliverEverywhere(admin);
  const caliper = await aStockedPart(shop, { name: "Caliper", deposit: 40 });
  const starter = await aStockedPart(shop, { name: "Starter", deposit: 25.05 });
  const wanted = [[caliper, 4] as const, [starter, 3] as const];
  const order = await orderBasket(shop, buyer, wanted, undefined, card);
  return { shop, buyer, admin, order };
}

export async function listDeposits(who: SignedIn): Promise<Deposit[]> {
  const { status, body } = await who.get("/api/deposits/own");
  expect(status).toBe(200);
  const { deposits } = body as { deposits: Deposit[] };
  return deposits.toSorted((one, other) => one.part.localeCompare(other.part, "en"));
}

export async function firstDeposit(who: SignedIn): Promise<Deposit> {
  const [first] = await listDeposits(who);
  if (!first) throw new Error("No deposit was charged");
  return first;
}

export const core = ({ _id: line }: Deposit, quantity: number) => [
  { line, quantity, reason: "core" },
];

export const refundDeposit = (admin: SignedIn, { _id }: Order, line: string, quantity: number) =>
  admin.send("POST", `/api/orders/${_id}/refunds`, {
    key: crypto.randomUUID(),
    reason: "deposit",
    note: "",
    lines: [{ line, quantity }],
  });

export const forfeitInDays = ({ shop }: PayingShop, days: number) =>
  forfeitDueCores({ ...shop, clock: { now: () => new Date(Date.now() + days * 86_400_000) } });
