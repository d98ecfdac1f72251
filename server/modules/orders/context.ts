import type { Context } from "#server/context.ts";

export type OrdersContext = Context;
