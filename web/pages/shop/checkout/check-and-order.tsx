import { Navigate, useNavigate } from "react-router";
import type { Checkout } from "#contract/checkout.ts";
import { checkoutPayPath, paths } from "#web/app/paths.ts";
import { describeAddress } from "#web/modules/checkout/country-name.ts";
import { PlaceOrder } from "#web/modules/checkout/place-order.tsx";
import { describePromise } from "#web/modules/checkout/promised-days.ts";
import { usePerson } from "#web/modules/identity/person.ts";
import { Answer, CheckoutFrame } from "./checkout-frame.tsx";

export function CheckAndOrder() {
  const navigate = useNavigate();
  const { _id } = usePerson();
  return (
    <CheckoutFrame title="Check and order">
      {(checkout) =>
        checkout.address ? (
          <div className="grid gap-6">
            <div>
              <Answer term="Address" to={paths.checkoutAddress}>
                {describeAddress(checkout.address)}
              </Answer>
              <Answer term="Delivery" to={paths.checkoutDelivery}>
                {describeDelivery(checkout)}
              </Answer>
              {checkout.reference && (
                <Answer term="Reference" to={paths.checkoutDelivery}>
                  {checkout.reference}
                </Answer>
              )}
            </div>
            <PlaceOrder
              checkout={checkout}
              personId={_id}
              onPlaced={(order) => navigate(checkoutPayPath(order._id), { replace: true })}
            />
          </div>
        ) : (
          <Navigate to={paths.checkoutAddress} replace />
        )
      }
    </CheckoutFrame>
  );
}

function describeDelivery({ quote }: Checkout): string {
  const method = quote.methods.find(({ id }) => id === quote.method);
  if (!method) return "–";
  return [method.name, describePromise(method, Date.now())].filter(Boolean).join("\n");
}
