import { skipToken, useQuery } from "@tanstack/react-query";
import { peopleCalls } from "#contract/people.ts";
import { call } from "#web/app/call.ts";

/** Of whom the list has orders; of an account that was deleted nobody knows it. */
export function usePersonName(id: string): string {
  const { data } = useQuery({
    // As the page of the person has them.
    queryKey: ["users", "one", id],
    queryFn: id ? ({ signal }) => call(peopleCalls.one, { params: { id } }, signal) : skipToken,
    staleTime: 0,
  });
  return data?.name ?? "one person";
}
