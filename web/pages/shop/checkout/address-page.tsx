import { useNavigate } from "react-router";
import { hasOwnName } from "#contract/rules/account-name.ts";
import { paths } from "#web/app/paths.ts";
import { AddressBook } from "#web/modules/checkout/address-book.tsx";
import { AddressForm } from "#web/modules/checkout/address-form.tsx";
import { usePerson } from "#web/modules/identity/person.ts";
import { Note } from "#web/ui/placeholder.tsx";
import { CheckoutFrame } from "./checkout-frame.tsx";

export function AddressPage() {
  const navigate = useNavigate();
  const person = usePerson();
  const isNamed = hasOwnName(person);

  async function goOn() {
    if (!isNamed) (await import("#web/modules/identity/session.ts")).refreshSession();
    await navigate(paths.checkoutDelivery);
  }

  return (
    <CheckoutFrame title="Where should we deliver it?">
      {(checkout) =>
        checkout.countries.length === 0 ? (
          <Note title="We cannot deliver yet">
            <p>This shop has not set up its deliveries. Please come back soon, or contact us.</p>
          </Note>
        ) : (
          <>
            <AddressBook checkout={checkout} personId={person._id} onChosen={goOn} />
            <AddressForm
              checkout={checkout}
              person={{ ...person, name: isNamed ? person.name : "" }}
              onSaved={goOn}
            />
          </>
        )
      }
    </CheckoutFrame>
  );
}
