import { lazy, Suspense } from "react";
import { useSession } from "#web/modules/identity/session.ts";
import { PageHeading } from "#web/pages/account/page-heading.tsx";
import { InlineLoading } from "#web/ui/placeholder.tsx";

const PeopleList = lazy(async () => ({
  default: (await import("#web/modules/people/people-list.tsx")).PeopleList,
}));

export function PeoplePage() {
  const { user } = useSession();
  return (
    <section>
      <PageHeading>People</PageHeading>
      <Suspense fallback={<InlineLoading />}>
        <PeopleList self={user ?? null} />
      </Suspense>
    </section>
  );
}
