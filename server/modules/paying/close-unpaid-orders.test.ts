import { expect, it, vi } from "vitest";
import { expectWarning } from "#tests/fail-on-warnings.ts";
import { findSignInCode } from "#tests/outbox.ts";
import {
  createClientSecret,
  intentIdOf,
  openPayingShop,
  orderAndPay,
  orderFirstPart,
  readOrderRecords,
} from "#tests/paying-shop.ts";
import { openVisitor, signUp, signUpAdmin } from "#tests/people.ts";
import { saveSettings } from "#tests/save-settings.ts";
import { closeUnpaidOrders } from "./close-unpaid-orders.ts";

async function open() {
  const shop = await openPayingShop({ webhooks: "hold", stock: 100 });
  const [buyer, admin] = [await signUp(shop), await signUpAdmin(shop)];
  return { shop, buyer, admin };
}

it("a deleted account's unpaid orders release their stock, and nobody can pay them", async () => {
  const { shop, buyer, admin } = await open();
  const begun = await orderFirstPart(shop, buyer);
  const secret = await createClientSecret(buyer, begun);
  const unpaid = await orderFirstPart(shop, buyer);
  const paid = await orderAndPay(shop, buyer);
  expect((await admin.send("DELETE", `/api/user/${buyer.user._id}`)).status).toBe(200);
  // The deletion itself has them closed: nobody waits for the next minute.
  for (const order of [begun, unpaid]) {
    await expect
      .poll(() => readOrderRecords(shop, order._id))
      .toMatchObject({ state: "cancelled", movements: ["reserve 2", "release -2"] });
  }
  expect(await readOrderRecords(shop, paid._id)).toMatchObject({ state: "paid" });
  const intent = shop.cards.intents(10).find(({ id }) => id === intentIdOf(secret));
  expect(intent?.status).toBe("canceled");
});

it("of an account that passes to the owner of its mailbox, a stranger's unpaid orders are closed", async () => {
  const { shop, buyer: stranger } = await open();
  const begun = await orderFirstPart(shop, stranger);
  const secret = await createClientSecret(stranger, begun);
  const paid = await orderAndPay(shop, stranger);
  const owner = openVisitor(shop);
  await owner.send("POST", "/api/identity/sign-in/code", { email: stranger.email });
  const code = await findSignInCode(shop, stranger.email, 1);
  expect((await owner.send("POST", "/api/identity/sign-in/code/enter", { code })).status).toBe(200);
  const asked = { order: begun._id, price: begun.totalPrice };
  expect((await owner.send("POST", "/api/create-payment-intent", asked)).status).toBe(404);
  await closeUnpaidOrders(shop.shop);
  expect(await readOrderRecords(shop, begun._id)).toMatchObject({
    state: "cancelled",
    movements: ["reserve 2", "release -2"],
  });
  expect(await readOrderRecords(shop, paid._id)).toMatchObject({ state: "paid" });
  const intent = shop.cards.intents(10).find(({ id }) => id === intentIdOf(secret));
  expect(intent?.status).toBe("canceled");
});

it("an order that nobody paid is closed after as many days as the settings say", async () => {
  const { shop, buyer, admin } = await open();
  const order = await orderFirstPart(shop, buyer);
  await closeUnpaidOrders(shop.shop);
  expect(await readOrderRecords(shop, order._id)).toMatchObject({ state: "unpaid" });
  const closeAfter = async (days: number) => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + days * 86_400_000 + 60_000 });
    await closeUnpaidOrders(shop.shop);
    vi.useRealTimers();
  };
  await closeAfter(13);
  expect(await readOrderRecords(shop, order._id)).toMatchObject({ state: "unpaid" });
  await saveSettings(admin, { holds: { closeDays: 3 } });
  await closeAfter(3);
  expect(await readOrderRecords(shop, order._id)).toMatchObject({ state: "cancelled" });
});

it("an order waits while the provider does not say whether it was paid", async () => {
  expectWarning(/cannot be reached/);
  const { shop, buyer, admin } = await open();
  const begun = await orderFirstPart(shop, buyer);
  const secret = await createClientSecret(buyer, begun);
  expect((await shop.cards.pay(secret)).body.status).toBe("succeeded");
  shop.cards.faults({ down: true });
  expect((await admin.send("DELETE", `/api/user/${buyer.user._id}`)).status).toBe(200);
  await closeUnpaidOrders(shop.shop);
  expect(await readOrderRecords(shop, begun._id)).toMatchObject({ state: "unpaid" });
  shop.cards.faults({ clear: true, webhooks: "hold" });
  await closeUnpaidOrders(shop.shop);
  expect(await readOrderRecords(shop, begun._id)).toMatchObject({ state: "paid" });
});
