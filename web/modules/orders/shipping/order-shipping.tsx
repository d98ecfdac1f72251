import { useQuery } from "@tanstack/react-query";
import type { Order } from "#contract/orders.ts";
import { maySend } from "#contract/rules/order-states.ts";
import { HiddenIfReadOnly } from "#web/ui/read-only.tsx";
import { orderPage } from "../page-calls.ts";
import { type LeftLine, listLeft } from "./list-left.ts";
import { ParcelRow } from "./parcel-row.tsx";
import { ShipForm } from "./ship-form.tsx";

export function OrderShipping({ order }: { order: Order }) {
  const { data: page } = useQuery(orderPage(`${order.number}`));
  if (!page || !(maySend(order.payment) || page.parcels.length > 0)) return null;
  const left = listLeft(page);
  return (
    <section aria-labelledby="shipping" className="mt-8">
      <h4 id="shipping" className="mb-3 font-bold">
        {order.isCollection ? "Collection at the works" : "Shipping"}
      </h4>
      {page.parcels.length > 0 && (
        <ul aria-label="Parcels" className="mb-5 divide-y divide-base-300 border-y border-base-300">
          {page.parcels.map((parcel) => (
            <ParcelRow key={parcel._id} parcel={parcel} order={page.order} />
          ))}
        </ul>
      )}
      {maySend(order.payment) && left.length > 0 && (
        // Anew when something was shipped, by whomever.
        <HiddenIfReadOnly>
          <ShipForm key={describeLeft(left)} order={page.order} left={left} />
        </HiddenIfReadOnly>
      )}
    </section>
  );
}

const describeLeft = (left: readonly LeftLine[]) =>
  left.map(({ _id, left }) => `${_id} ${left}`).join();
