// Orders made over HTTP.
import { expect } from "vitest";
import type { NewOrder, Order } from "#contract/orders.ts";
import { toDollars } from "#contract/rules/money.ts";
import { aPart } from "#seed/builders.ts";
import type { OpenShop } from "./open-shop.ts";
import type { SignedIn } from "./people.ts";

export type StockedPart = {
  id: string;
  name: string;
  priceCents: number;
  minimumQuantity: number;
  availablQuantity: number;
};

export async function aStockedPart(
  { shop }: OpenShop,
  part: Parameters<typeof aPart>[0] = {},
): Promise<StockedPart> {
  const { priceCents = 4_550 } = part;
  const added = aPart({ minimumQuantity: 1, availablQuantity: 100, ...part, priceCents });
  // Loaded here, so that the proofs, which see the shop from outside, do not load it.
  const { addPart } = await import("#server/modules/catalog/add-parts.ts");
  const id = await addPart(shop.db, added);
  const { name, minimumQuantity, availablQuantity } = added;
  return { id, name, priceCents, minimumQuantity, availablQuantity };
}

/** What the web sends; by default the smallest allowed quantity. */
export function orderRequest(
  { user, email }: { user: { name: string }; email: string },
  part: StockedPart,
  { quantity = part.minimumQuantity + 1, ...rest }: Partial<NewOrder> = {},
): NewOrder {
  return {
    name: user.name,
    email,
    phone: "+46 8 123 45 67",
    address: "Verkstadsgatan 4, 117 36 Stockholm",
    productName: part.name,
    quantity,
    totalPrice: toDollars(part.priceCents * quantity),
    part: part.id,
    key: crypto.randomUUID(),
    ...rest,
  };
}

export async function placeOrder(
  person: SignedIn,
  part: StockedPart,
  order: Partial<NewOrder> = {},
): Promise<Order> {
  const { status, body } = await person.send(
    "POST",
    "/api/orders",
    orderRequest(person, part, order),
  );
  expect([status, body]).toEqual([200, expect.objectContaining({ _id: expect.any(String) })]);
  return body as Order;
}

export async function readStock(
  { shop }: OpenShop,
  { id }: Pick<StockedPart, "id">,
): Promise<number> {
  // Loaded here for the same reason.
  const { findPart } = await import("#server/modules/catalog/store.ts");
  return (await findPart(shop.db, id))?.availablQuantity ?? Number.NaN;
}
