import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { useSession } from "#web/modules/identity/session.ts";
import { groupNames } from "#web/modules/settings/group-names.ts";
import { PageHeading } from "#web/pages/account/page-heading.tsx";
import { late } from "#web/ui/late.tsx";
import { InlineLoading } from "#web/ui/placeholder.tsx";

const PeopleList = late(
  async () => (await import("#web/modules/people/people-list.tsx")).PeopleList,
);

export function PeoplePage() {
  const { user } = useSession();
  const { data: priceGroups = {} } = useQuery(groupNames);
  return (
    <section>
      <PageHeading>People</PageHeading>
      <Suspense fallback={<InlineLoading />}>
        <PeopleList self={user ?? null} priceGroups={priceGroups} />
      </Suspense>
    </section>
  );
}
