// All that makes a shop ask others happens once: accounts, Google, letters, pictures, orders,
// payments, refunds, the ledger. And everywhere people write the address of a place that the shop
// has no business with.
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { toDollars } from "#contract/rules/money.ts";
import type { Connection } from "#server/platform/database/connect.ts";
import { queryRows } from "#server/platform/database/query-rows.ts";
import { grace, signInWithGoogle } from "#tests/open-shop-with-google.ts";
import { confirmPayment, createClientSecret, intentIdOf } from "#tests/paying-shop.ts";
import { openVisitor, type SignedIn, signUp } from "#tests/people.ts";
import { noisePicture, uploadPicture } from "#tests/pictures.ts";
import type { Services } from "./services.ts";

type Watched = {
  url: string;
  /** Only what people write, and nothing of what follows. */
  briefly: boolean;
  services: Services;
  /** Past the shop. */
  database: Connection;
  request(path: string, init?: RequestInit): Promise<Response>;
};

export async function liveThrough(shop: Watched): Promise<void> {
  const { services, database } = shop;
  const elsewhere = services.bait.url;
  const admin = await signUp(shop, { name: "Ada Wright" });
  await database.db.execute(sql`update users set role = 'admin' where id = ${admin.user._id}`);
  const vera = await signUp(shop);
  await writeEverywhere(shop, admin, vera, elsewhere);
  await visitAll(shop, elsewhere);
  if (shop.briefly) return;

  expect(await signInWithGoogle(openVisitor(shop), grace)).toMatch(/^\/login/);
  await ok(vera, "POST", "/api/identity/forgotten", { email: vera.email });
  const picture = await uploadPicture(vera, await noisePicture().jpeg().toBuffer());
  expect([picture.status, picture.url]).toEqual([200, "https://pictures.example/1.webp"]);
  await payAndRefund(shop, vera);
  await ok(admin, "POST", "/api/ledger/check");
  await expect
    .poll(() => queryRows(database.db, sql`select from letters`), { timeout: 20_000 })
    .toHaveLength(0);
}

async function ok({ send }: SignedIn, method: string, path: string, body?: unknown) {
  const answer = await send(method, path, body);
  expect([path, answer.status, answer.body]).toEqual([path, 200, expect.anything()]);
  return answer.body as Record<string, string>;
}

async function writeEverywhere(shop: Watched, admin: SignedIn, vera: SignedIn, elsewhere: string) {
  const text = `${elsewhere}/text <img src="${elsewhere}/text.png">`;
  await ok(admin, "POST", "/api/parts", {
    ...{ name: text, img: `${elsewhere}/part.png`, description: text },
    ...{ minimumQuantity: 1, availablQuantity: 100, price: 45.5 },
  });
  const img = `${elsewhere}/person.png`;
  await ok(vera, "POST", "/api/updateUser", {
    ...{ email: vera.email, education: text, location: text, number: text, img },
  });
  await ok(vera, "POST", "/api/reviews", { name: text, ratting: 5, img, description: text });
  const query = new URLSearchParams({ from: elsewhere, url: elsewhere, callback: elsewhere });
  await shop.request(`/api/parts?${query}`);
  await shop.request(`/api/identity/google?${query}`, { redirect: "manual" });
  const headers = {
    ...{ referer: elsewhere, "x-forwarded-host": new URL(elsewhere).host, from: elsewhere },
    ...{ "x-original-url": elsewhere, forwarded: `host=${new URL(elsewhere).host}` },
  };
  await shop.request("/product", { headers });
}

async function visitAll(shop: Watched, elsewhere: string): Promise<void> {
  for (const path of ["/", "/product", "/about", "/sitemap.xml", "/api/openapi.json", "/health"]) {
    expect((await shop.request(path)).status).toBe(200);
  }
  await shop.request(`/login?from=${encodeURIComponent(elsewhere)}`);
}

async function payAndRefund(shop: Watched, vera: SignedIn): Promise<void> {
  const [part] = await queryRows<{ id: string; name: string; cents: string }>(
    shop.database.db,
    sql`
    select id, name, price_cents as cents from parts limit 1`,
  );
  const ordered = await ok(vera, "POST", "/api/orders", {
    ...{ name: vera.user.name, email: vera.email, phone: shop.services.bait.url },
    ...{ address: shop.services.bait.url, productName: part?.name, quantity: 2, part: part?.id },
    totalPrice: toDollars(Number(part?.cents) * 2),
  });
  const order = { _id: ordered._id ?? "", totalPrice: Number(ordered.totalPrice) };
  const secret = await createClientSecret(vera, order);
  await shop.services.cards.pay(secret);
  expect((await confirmPayment(vera, order, intentIdOf(secret))).status).toBe(200);
  await ok(vera, "DELETE", `/api/orders/${order._id}`);
  await expect
    .poll(
      async () =>
        (await queryRows(shop.database.db, sql`select from refunds where state = 'done'`)).length,
      {
        timeout: 20_000,
      },
    )
    .toBe(1);
}
