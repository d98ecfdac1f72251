import { Outlet } from "react-router";
import { roleNames, worksOn } from "#contract/rules/roles.ts";
import { usePage } from "#web/app/page.ts";
import { isNoAdminAnyMore, useKeepTyped } from "#web/modules/identity/keep-typed.ts";
import { usePerson } from "#web/modules/identity/person.ts";
import { ReadOnlyContext } from "#web/ui/read-only.tsx";

export function AdminArea() {
  // Keeps unsaved input for the sign-in page when the right is taken away.
  useKeepTyped(isNoAdminAnyMore);
  const { area } = usePage();
  const { adminRole } = usePerson();
  const isReadOnly = Boolean(area && adminRole && !worksOn(adminRole, area));
  return (
    <ReadOnlyContext value={isReadOnly}>
      {isReadOnly && adminRole && (
        <p className="mb-5 max-w-prose border-s-4 border-base-300 ps-3 leading-relaxed">
          With the role “{roleNames[adminRole]}” you can view this page but not change it. An owner
          of the shop can give you another role.
        </p>
      )}
      <Outlet />
    </ReadOnlyContext>
  );
}
