import { Suspense, useState } from "react";
import { Link } from "react-router";
import type { Order } from "#contract/orders.ts";
import { formatDollars } from "#web/app/format.tsx";
import { paths } from "#web/app/paths.ts";
import { late } from "#web/ui/late.tsx";
import { InlineLoading, Note } from "#web/ui/placeholder.tsx";
import { DisabledIfReadOnly } from "#web/ui/read-only.tsx";

const PhoneOrderForm = late(async () => (await import("./phone-order-form.tsx")).PhoneOrderForm);

export function PhoneOrder() {
  const [placed, setPlaced] = useState<Order>();
  if (!placed) {
    return (
      <DisabledIfReadOnly>
        <Suspense fallback={<InlineLoading />}>
          <PhoneOrderForm onPlaced={setPlaced} />
        </Suspense>
      </DisabledIfReadOnly>
    );
  }
  const { _id, number, email, totalPrice } = placed;
  return (
    <div role="status">
      <Note title={`Order ${number} is placed`} heading="h2">
        <p>
          A letter with a link to pay ${formatDollars(totalPrice)} is on its way to {email}.
        </p>
        <div className="flex flex-wrap gap-3">
          <Link
            to={`${paths.manageAllOrders}?${new URLSearchParams({ order: _id })}`}
            className="btn btn-secondary"
          >
            See the order
          </Link>
          <button type="button" className="btn btn-outline" onClick={() => setPlaced(undefined)}>
            Order for another customer
          </button>
        </div>
      </Note>
    </div>
  );
}
