import type { Context } from "#server/context.ts";
import type { OrderVerbs } from "#server/modules/orders/order-verbs.ts";
import type { ReadSettings } from "#server/modules/settings/keep-settings.ts";

export type ReviewsContext = Context & {
  orders: Pick<OrderVerbs, "hasBought">;
  settings: ReadSettings;
};
