import { sql } from "drizzle-orm";
import { orders } from "./tables.ts";

/** As in the index `orders_to_ship`. */
export const isToShip = sql`${orders.state} = 'paid'
  and ${orders.fulfilmentState} in ('none', 'packed', 'partly_shipped')`;
