import { useState } from "react";
import { ManageList } from "./manage-list.tsx";
import { ManageOrder } from "./manage-order.tsx";
import { useOrderView } from "./manage-view.ts";

/** All orders, or the one that is open. */
export function ManageOrders() {
  const { order } = useOrderView().view;
  const [lastOpen, setLastOpen] = useState(order);
  if (order && order !== lastOpen) setLastOpen(order);
  return order ? <ManageOrder key={order} id={order} /> : <ManageList lastOpen={lastOpen} />;
}
