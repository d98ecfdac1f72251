import { skipToken, useQuery } from "@tanstack/react-query";
import { peopleCalls } from "#contract/people.ts";
import { call } from "#web/app/call.ts";

/** The name of the person whose orders are listed; unknown once the account is deleted. */
export function usePersonName(id: string): string {
  const { data } = useQuery({
    // As the page of the person has them.
    queryKey: ["users", "one", id],
    queryFn: id ? ({ signal }) => call(peopleCalls.one, { params: { id } }, signal) : skipToken,
    staleTime: 0,
  });
  return data?.name ?? "one person";
}
