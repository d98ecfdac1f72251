// A shop in which all that people can write is text that would be a script.
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { toDollars } from "#contract/rules/money.ts";
import type { OpenShop } from "#tests/open-shop.ts";
import { openPayingShop } from "#tests/paying-shop.ts";
import { type SignedIn, signUp, signUpAdmin } from "#tests/people.ts";
import { asPicture } from "./scripts-in-text.ts";

export type ShopOfScripts = {
  shop: OpenShop;
  admin: SignedIn;
  /** Each with a profile, a review and an order that they have not paid. */
  customers: { person: SignedIn; orderId: string; partId: string; at: number }[];
};

/** Of every field, each has another text; of every text, each field has it once. */
export async function openShopOfScripts(texts: readonly string[]): Promise<ShopOfScripts> {
  const shop = await openPayingShop({ env: { SHOP_NAME: "Wright & <b>Sons</b>" } });
  const admin = await signUpAdmin(shop);
  const customers: ShopOfScripts["customers"] = [];
  for (const at of texts.keys()) {
    // Who writes so much would have to wait.
    await shop.shop.db.execute(sql`delete from limits`);
    const text = (field: number) => texts[(at + field) % texts.length] ?? "";
    const part = await added(admin, text);
    const person = await signUp(shop, {
      name: text(3),
      headers: { "user-agent": text(4).replaceAll(/[^ -~]/g, " ") },
    });
    await ok(person, "/api/updateUser", {
      ...{ email: person.email, education: text(5), location: text(6), number: upTo(100, text(7)) },
      img: asPicture(text(8)),
    });
    await ok(person, "/api/reviews", {
      ...{ name: text(9), description: text(10), ratting: at % 6, img: "" },
    });
    const { _id: orderId } = await ok(person, "/api/orders", {
      ...{ name: text(11), email: person.email, phone: upTo(100, text(12)), address: text(13) },
      ...{ productName: part.name, part: part.id, quantity: 2, totalPrice: toDollars(910) },
    });
    customers.push({ person, orderId: orderId ?? "", partId: part.id, at });
  }
  return { shop, admin, customers };
}

async function added(admin: SignedIn, text: (field: number) => string) {
  const name = text(0);
  const { insertedId } = await ok(admin, "/api/parts", {
    ...{ name, description: text(1), img: asPicture(text(2)), price: toDollars(455) },
    ...{ minimumQuantity: 1, availablQuantity: 100 },
  });
  return { name, id: insertedId ?? "" };
}

const upTo = (most: number, text: string) => (text.length > most ? "" : text);

async function ok({ send }: SignedIn, path: string, body: object) {
  const answer = await send("POST", path, body);
  expect([path, body, answer.status, answer.body]).toEqual([path, body, 200, expect.anything()]);
  return answer.body as Record<string, string>;
}
