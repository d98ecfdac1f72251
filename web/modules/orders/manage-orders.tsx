import { useState } from "react";
import { OrderDetails } from "./order-details.tsx";
import { OrderList } from "./order-list.tsx";
import { useOrderView } from "./order-view.ts";

/** All orders, or the one that is open. */
export function ManageOrders() {
  const { order } = useOrderView().view;
  const [lastOpen, setLastOpen] = useState(order);
  if (order && order !== lastOpen) setLastOpen(order);
  return order ? <OrderDetails key={order} id={order} /> : <OrderList lastOpen={lastOpen} />;
}
