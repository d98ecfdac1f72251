import { OwnDeposits } from "#web/modules/deposits/own-deposits.tsx";
import { usePerson } from "#web/modules/identity/person.ts";
import { ReturnBadge } from "#web/modules/returns/return-badge.tsx";
import { PageHeading } from "./page-heading.tsx";

export function DepositsPage() {
  const { _id } = usePerson();
  return (
    <section>
      <PageHeading>Returns and deposits</PageHeading>
      <OwnDeposits personId={_id} badge={(state) => <ReturnBadge state={state} />} />
    </section>
  );
}
