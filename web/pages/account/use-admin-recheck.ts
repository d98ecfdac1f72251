import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { CallRefused } from "#web/app/call.ts";
import { usePerson } from "#web/modules/identity/person.ts";
import { refreshSession } from "#web/modules/identity/session.ts";
import { adminQuery } from "#web/modules/identity/use-admin.ts";

type Event = {
  type: string;
  action?: { type: string; error?: unknown };
  query?: { queryKey: readonly unknown[] };
};

/** After a 403 the person may have lost admin rights, so menu and guard check them again. */
export function useAdminRecheck(): void {
  const client = useQueryClient();
  const { email } = usePerson();
  useEffect(() => {
    const { queryKey } = adminQuery(email);
    const onEvent = ({ type, action, query }: Event) => {
      if (type !== "updated" || action?.type !== "error") return;
      const { error } = action;
      if (!(error instanceof CallRefused) || error.status !== 403) return;
      // The role may be another one.
      if (query?.queryKey[0] !== "session") refreshSession();
      // A 403 of the check itself must not repeat it.
      if (query?.queryKey[0] !== queryKey[0]) void client.invalidateQueries({ queryKey });
    };
    const stopQueries = client.getQueryCache().subscribe(onEvent);
    const stopMutations = client.getMutationCache().subscribe(onEvent);
    return () => {
      stopQueries();
      stopMutations();
    };
  }, [client, email]);
}
