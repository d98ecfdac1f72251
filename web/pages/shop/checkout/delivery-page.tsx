import { Navigate, useNavigate } from "react-router";
import { paths } from "#web/app/paths.ts";
import { describeAddress } from "#web/modules/checkout/country-name.ts";
import { DeliveryForm } from "#web/modules/checkout/delivery-form.tsx";
import { usePerson } from "#web/modules/identity/person.ts";
import { Answer, CheckoutFrame } from "./checkout-frame.tsx";

export function DeliveryPage() {
  const navigate = useNavigate();
  const { _id } = usePerson();
  return (
    <CheckoutFrame title="How should we deliver it?">
      {(checkout) =>
        checkout.address ? (
          <div className="grid gap-6">
            <Answer term="Address" to={paths.checkoutAddress}>
              {describeAddress(checkout.address)}
            </Answer>
            <DeliveryForm
              checkout={checkout}
              personId={_id}
              onSaved={() => navigate(paths.checkoutPayment)}
            />
          </div>
        ) : (
          <Navigate to={paths.checkoutAddress} replace />
        )
      }
    </CheckoutFrame>
  );
}
