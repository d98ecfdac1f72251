import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { CallRefused } from "#web/app/call.ts";
import { usePerson } from "#web/modules/identity/guards.tsx";
import { adminQuery } from "#web/modules/identity/use-admin.ts";

type Event = {
  type: string;
  action?: { type: string; error?: unknown };
  query?: { queryKey: readonly unknown[] };
};

/** A call that is refused may mean that an admin is none any more: menu and guard must know. */
export function useAdminRecheck(): void {
  const client = useQueryClient();
  const { email } = usePerson();
  useEffect(() => {
    const { queryKey } = adminQuery(email);
    const listen = ({ type, action, query }: Event) => {
      if (type !== "updated" || action?.type !== "error") return;
      const { error } = action;
      if (!(error instanceof CallRefused) || error.status !== 403) return;
      // The question itself is not asked again because of its own answer.
      if (query?.queryKey[0] !== queryKey[0]) void client.invalidateQueries({ queryKey });
    };
    const stopQueries = client.getQueryCache().subscribe(listen);
    const stopMutations = client.getMutationCache().subscribe(listen);
    return () => {
      stopQueries();
      stopMutations();
    };
  }, [client, email]);
}
