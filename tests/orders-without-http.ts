import type { NewOrder, Order } from "#contract/orders.ts";
import type { Refusal } from "#contract/refusals.ts";
import { listLines, lockBasket, putLines, removeParts } from "#server/modules/baskets/store.ts";
import { placeCheckout } from "#server/modules/checkout/place-checkout.ts";
import { placeOrder } from "#server/modules/orders/place-order.ts";
import { defaultSettings } from "#server/modules/settings/default-settings.ts";
import { systemClock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database/connect.ts";
import { newId } from "#server/platform/database/new-id.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { aDeliveryMethod } from "./builders/settings.ts";

type Env = { RESERVATION_FACTOR: number };

/** Places orders by the handler itself, where a test has a database but no shop. */
export function openOrders(db: Database, env: Env) {
  const place = placeOrder({
    db,
    clock: systemClock,
    env,
    settings: async () => defaultSettings,
    jobs: { wake: () => {} },
  } as never);
  return (person: { _id: string }, body: NewOrder) =>
    place({ body } as never, { person, address: "192.0.2.1" } as never) as Promise<Order | Refusal>;
}

type Line = { partId: string; quantity: number };

const zones = [{ id: "home", name: "Home", places: [{ country: "*" }] }];
const rates = [{ upTo: null, cents: 0 }];
const delivery = { zones, methods: [aDeliveryMethod({ rates })], holidays: [] };

/** The person's basket is these lines, and is ordered as a whole; who orders has said where to. */
export function openBaskets(db: Database, env: Env) {
  const context = {
    db,
    clock: systemClock,
    env,
    jobs: { wake: () => {} },
    settings: async () => ({ ...defaultSettings, delivery }),
  };
  const place = placeCheckout(context as never);
  return async (person: { _id: string }, lines: readonly Line[], expectedTotal: number) => {
    const owner = { userId: person._id };
    await inTransaction(db, async (tx) => {
      const basketId = await lockBasket(tx, owner);
      const before = await listLines(tx, owner);
      await removeParts(
        tx,
        basketId,
        before.map(({ partId }) => partId),
      );
      await putLines(
        tx,
        basketId,
        lines.map((line) => ({ ...line, saved: false, seenCents: 1 })),
      );
    });
    const caller = { person: { ...person, email: "vera@example.org" }, address: "192.0.2.1" };
    const body = { key: newId(), expectedTotal };
    return place({ body } as never, caller as never) as Promise<Order | Refusal>;
  };
}
