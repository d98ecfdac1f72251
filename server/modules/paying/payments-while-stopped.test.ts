import { expect, it } from "vitest";
import { changePayments } from "#tests/builders/payment.ts";
import { timeFromNow } from "#tests/builders/time.ts";
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
  const nextCheckAt = timeFromNow({ minutes: 30 });
  await changePayments(shop.shop.db, ordered, { checks: 5, nextCheckAt });
  await shop.stop();
  expect((await shop.cards.pay(secret)).body.status).toBe("succeeded");

  const again = await openShop({ databaseUrl: shop.databaseUrl, env: shop.cards.env });
  await expect
    .poll(() => readOrderRecords(again, ordered._id))
    .toMatchObject({ state: "paid", payments: ["succeeded"] });
});
