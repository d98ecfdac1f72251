import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { useNavigate, useParams } from "react-router";
import type { ShopPerson } from "#contract/people.ts";
import { worksOn } from "#contract/rules/roles.ts";
import { isRefusedAs } from "#web/app/call.ts";
import { BackLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { usePerson } from "#web/modules/identity/person.ts";
import { StateBadge } from "#web/modules/orders/state-badge.tsx";
import { onePerson } from "#web/modules/people/calls.ts";
import { PageHeading } from "#web/pages/account/page-heading.tsx";
import { late } from "#web/ui/late.tsx";
import { InlineLoading, LoadFailed, Note } from "#web/ui/placeholder.tsx";
import { Shelf } from "#web/ui/shelf.tsx";

const ErasePerson = late(
  async () => (await import("#web/modules/people/erase-person.tsx")).ErasePerson,
);
const PersonActions = late(
  async () => (await import("#web/modules/people/person-actions.tsx")).PersonActions,
);
const PersonFacts = late(
  async () => (await import("#web/modules/people/person-facts.tsx")).PersonFacts,
);
const PersonOrders = late(
  async () => (await import("#web/modules/people/person-orders.tsx")).PersonOrders,
);
const PersonRole = late(
  async () => (await import("#web/modules/people/person-role.tsx")).PersonRole,
);

export function PersonPage() {
  const { id = "" } = useParams();
  const { data: person, error, refetch } = useQuery(onePerson(id));
  return (
    <section>
      <BackLink to={paths.people}>People</BackLink>
      {person && <Details key={id} person={person} />}
      {!person && !error && <InlineLoading />}
      {!person && isRefusedAs(error, "not-found") && (
        <Note title="There is no such person" heading="h2">
          <p>Their account may have been deleted. Orders that they placed are kept.</p>
        </Note>
      )}
      {!person && error && !isRefusedAs(error, "not-found") && (
        <LoadFailed title="This person could not be fetched" error={error} retry={refetch} />
      )}
    </section>
  );
}

function Details({ person }: { person: ShopPerson }) {
  const { _id, adminRole } = usePerson();
  const navigate = useNavigate();
  const isMe = person._id === _id;
  const mayManage = worksOn(adminRole, "people");
  return (
    <Suspense fallback={<InlineLoading />}>
      <PageHeading>{person.name}</PageHeading>
      <div className="grid items-start gap-x-12 gap-y-8 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div>
          <PersonFacts person={person} />
          <PersonActions
            person={person}
            maySignOut={worksOn(adminRole, "sessions")}
            mayRead={mayManage}
          />
          <PersonOrders person={person} state={({ state }) => <StateBadge order={{ state }} />} />
          {mayManage && !isMe && (
            <ErasePerson person={person} onErased={() => navigate(paths.people)} />
          )}
        </div>
        <PersonRole person={person} isMe={isMe} mayChange={mayManage} />
      </div>
      <Shelf />
    </Suspense>
  );
}
