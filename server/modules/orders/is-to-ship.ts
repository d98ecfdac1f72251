import { sql } from "drizzle-orm";
import { orderLines, orders } from "./tables.ts";

/** As in the index `orders_to_ship`; of some of these, all that was left is cancelled. */
export const isToShip = sql`(${orders.state} = 'paid' or ${orders.paymentState} = 'account')
  and ${orders.fulfilmentState} in ('none', 'packed', 'partly_shipped')
  and exists (select from ${orderLines} where ${orderLines.orderId} = ${orders.id}
    and ${orderLines.kind} = 'part' and ${orderLines.quantity} - ${orderLines.cancelled}
      - ${orderLines.shipped} + ${orderLines.replaced} > 0)`;
