import { expect, it, onTestFinished, vi } from "vitest";
import { connect } from "#server/platform/database/connect.ts";
import { endConnections } from "#tests/builders/fault.ts";
import { expectWarning } from "#tests/fail-on-warnings.ts";
import {
  confirmPayment,
  createClientSecret,
  intentIdOf,
  openPayingShop,
  orderFirstPart,
  readOrderRecords,
  runDueJobs,
  totalCentsOf,
} from "#tests/paying-shop.ts";
import { signUp } from "#tests/people.ts";

it("a refund in hand when PostgreSQL ends its connections is due again at once, and made once", async () => {
  const shop = await openPayingShop({ webhooks: "hold", stock: 100 });
  const buyer = await signUp(shop);
  const order = await orderFirstPart(shop, buyer);
  const secret = await createClientSecret(buyer, order);
  expect((await shop.cards.pay(secret)).body.status).toBe("succeeded");
  expect((await confirmPayment(buyer, order, intentIdOf(secret))).status).toBe(200);

  const { provider } = shop.shop;
  if (!provider) throw new Error("There is no card provider");
  const { refund } = provider;
  expectWarning(/terminat/);
  const other = connect(shop.databaseUrl, { most: 1 });
  onTestFinished(other.close);
  vi.spyOn(provider, "refund").mockImplementationOnce(async (request) => {
    const made = await refund(request);
    await endConnections(other.db, "shop");
    return made;
  });
  expect((await buyer.send("DELETE", `/api/orders/${order._id}`)).status).toBe(200);
  // Long before the lease would end. A pool that has noticed in time may even finish it at once.
  const state = async () => {
    await runDueJobs(shop);
    return (await readOrderRecords(shop, order._id)).state;
  };
  await expect.poll(state).toBe("refunded");
  expect(shop.cards.refunds().map(({ amount }) => amount)).toEqual([totalCentsOf(order)]);
});
