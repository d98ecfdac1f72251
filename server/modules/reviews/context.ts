import type { Context } from "#server/context.ts";
import type { OrderVerbs } from "#server/modules/orders/order-verbs.ts";

export type ReviewsContext = Context & { orders: Pick<OrderVerbs, "hasBought"> };
