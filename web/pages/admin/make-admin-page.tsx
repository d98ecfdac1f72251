import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Suspense, useRef } from "react";
import { peoplePages } from "#web/modules/customers/calls.ts";
import { PeopleTable } from "#web/modules/customers/people-table.tsx";
import { usePerson } from "#web/modules/identity/person.ts";
import { groupNames } from "#web/modules/settings/group-names.ts";
import { PageHeading } from "#web/pages/account/page-heading.tsx";
import { late } from "#web/ui/late.tsx";
import { HiddenIfReadOnly } from "#web/ui/read-only.tsx";

const ResetSecondStep = late(async () => (await import("./reset-second-step.tsx")).ResetSecondStep);

export function MakeAdminPage() {
  const { email } = usePerson();
  const heading = useRef<HTMLHeadingElement>(null);
  const { isPending } = useInfiniteQuery(peoplePages());
  const { data: groups = {} } = useQuery(groupNames);
  return (
    <section>
      <PageHeading heading={heading}>Make Admin</PageHeading>
      <PeopleTable myEmail={email} heading={heading} groups={groups} />
      {/* People that come later would move it. */}
      {!isPending && (
        <HiddenIfReadOnly>
          <Suspense>
            <ResetSecondStep />
          </Suspense>
        </HiddenIfReadOnly>
      )}
    </section>
  );
}
