import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useSession } from "#web/modules/identity/session.ts";
import { groupNames } from "#web/modules/settings/group-names.ts";
import { PageHeading } from "#web/pages/account/page-heading.tsx";
import { InlineLoading } from "#web/ui/placeholder.tsx";

const PeopleList = lazy(async () => ({
  default: (await import("#web/modules/people/people-list.tsx")).PeopleList,
}));

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
