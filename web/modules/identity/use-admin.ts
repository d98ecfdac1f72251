import { queryOptions, useQuery } from "@tanstack/react-query";
import { userCalls } from "#contract/customers.ts";
import { call } from "#web/app/call.ts";
import { usePerson } from "./person.ts";

export function adminQuery(email: string) {
  return queryOptions({
    queryKey: ["admin", email],
    queryFn: async ({ signal }) =>
      (await call(userCalls.isAdmin, { params: { email } }, signal)).admin,
    // Rights may be taken away; each page that needs them checks again.
    staleTime: 0,
  });
}

export function useAdmin() {
  const { data, error, isFetching, refetch } = useQuery(adminQuery(usePerson().email));
  return { admin: data, isChecking: isFetching, failure: error, retry: () => void refetch() };
}
