import { lazy, Suspense } from "react";
import { PageHeading } from "#web/pages/account/page-heading.tsx";
import { InlineLoading } from "#web/ui/placeholder.tsx";

const PeopleList = lazy(async () => ({
  default: (await import("#web/modules/people/people-list.tsx")).PeopleList,
}));

export function PeoplePage() {
  return (
    <section>
      <PageHeading>People</PageHeading>
      <Suspense fallback={<InlineLoading />}>
        <PeopleList />
      </Suspense>
    </section>
  );
}
