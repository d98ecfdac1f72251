import type { NewOrder, Order } from "#contract/orders.ts";
import type { Refusal } from "#contract/refusals.ts";
import { placeOrder } from "#server/modules/orders/place-order.ts";
import { defaultSettings } from "#server/modules/settings/default-settings.ts";
import { systemClock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/database/connect.ts";
import { verbs } from "#server/verbs.ts";

type Env = { RATE_LIMIT_FACTOR: number };

/** Places orders by the handler itself, where a test has a database but no shop. */
export function openOrders(db: Database, env: Env) {
  const place = placeOrder({
    ...verbs,
    db,
    clock: systemClock,
    env,
    settings: async () => defaultSettings,
    jobs: { wake: () => {} },
  } as never);
  return (person: { _id: string }, body: NewOrder) =>
    place({ body } as never, { person, address: "192.0.2.1" } as never) as Promise<Order | Refusal>;
}
