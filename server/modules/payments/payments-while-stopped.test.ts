import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { openShop } from "#tests/open-shop.ts";
import {
  createClientSecret,
  openPayingShop,
  orderFirstPart,
  readOrderRecords,
} from "#tests/paying-shop.ts";
import { signUp } from "#tests/people.ts";

it("recognizes a payment made while no process ran, soon after the start", async () => {
  const shop = await openPayingShop({ webhooks: "hold", jobs: true });
  const vera = await signUp(shop);
  const ordered = await orderFirstPart(shop, vera);
  const secret = await createClientSecret(vera, ordered);
  await shop.shop.db.execute(
    sql`update payments set checks = 5, next_check_at = now() + interval '30 minutes'`,
  );
  await shop.stop();
  expect((await shop.cards.pay(secret)).body.status).toBe("succeeded");

  const again = await openShop({ databaseUrl: shop.databaseUrl, env: shop.cards.env });
  await expect
    .poll(() => readOrderRecords(again, ordered._id), { timeout: 10_000 })
    .toMatchObject({ state: "paid", payments: ["succeeded"] });
});
