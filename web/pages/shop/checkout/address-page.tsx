import { useNavigate } from "react-router";
import { paths } from "#web/app/paths.ts";
import { AddressForm } from "#web/modules/checkout/address-form.tsx";
import { usePerson } from "#web/modules/identity/person.ts";
import { Note } from "#web/ui/placeholder.tsx";
import { CheckoutFrame } from "./checkout-frame.tsx";

export function AddressPage() {
  const navigate = useNavigate();
  const person = usePerson();
  return (
    <CheckoutFrame title="Where should we deliver it?">
      {(checkout) =>
        checkout.countries.length === 0 ? (
          <Note title="We cannot deliver yet">
            <p>This shop has not set up its deliveries. Please come back soon, or contact us.</p>
          </Note>
        ) : (
          <AddressForm
            checkout={checkout}
            person={person}
            onSaved={() => navigate(paths.checkoutDelivery)}
          />
        )
      }
    </CheckoutFrame>
  );
}
