import { useRef } from "react";
import { usePerson } from "#web/identity/guards.tsx";
import { PageHeading } from "#web/pages/account/page-heading.tsx";
import { PeopleTable } from "#web/users/people-table.tsx";

export function MakeAdminPage() {
  const { email } = usePerson();
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section>
      <PageHeading heading={heading}>Make Admin</PageHeading>
      <PeopleTable myEmail={email} heading={heading} />
    </section>
  );
}
