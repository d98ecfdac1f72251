import { OwnAddresses } from "#web/modules/checkout/own-addresses.tsx";
import { usePerson } from "#web/modules/identity/person.ts";
import { OwnCards } from "#web/modules/payments/own-cards.tsx";
import { PageHeading } from "./page-heading.tsx";

export function CardsPage() {
  const person = usePerson();
  return (
    <div className="max-w-3xl">
      <PageHeading>Addresses and cards</PageHeading>
      <OwnCards person={person} />
      <OwnAddresses personId={person._id} />
    </div>
  );
}
