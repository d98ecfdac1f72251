// Whether the signed-in person is an admin, as the specification asks it: of the server, by
// e-mail, with the access token.
import { queryOptions, useQuery } from "@tanstack/react-query";
import { userCalls } from "#contract/customers.ts";
import { call } from "#web/app/call.ts";
import { useSession } from "./session.ts";

export function adminQuery(email: string) {
  return queryOptions({
    queryKey: ["admin", email],
    queryFn: async ({ signal }) =>
      (await call(userCalls.isAdmin, { params: { email } }, signal)).admin,
    // Rights may be taken away; each page that needs them asks again.
    staleTime: 0,
  });
}

/** `admin` is undefined while it is not known. */
export function useAdmin() {
  const { user } = useSession();
  const { data, error, isFetching, refetch } = useQuery({
    ...adminQuery(user?.email ?? ""),
    enabled: !!user,
  });
  return { admin: data, checking: isFetching, failure: error, retry: () => void refetch() };
}
