import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { type NewProfile, userCalls } from "#contract/customers.ts";
import { call } from "#web/app/call.ts";

const peopleOnAPage = 50;

/** Everybody, a page at a time, in the order in which they came. */
export function peoplePages() {
  return infiniteQueryOptions({
    queryKey: ["users", "all"],
    queryFn: ({ pageParam, signal }) =>
      call(userCalls.list, { query: { limit: peopleOnAPage, after: pageParam } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => (last.length < peopleOnAPage ? undefined : last.at(-1)?._id),
    // No push comes to a page that is not open: what is remembered may be old.
    staleTime: 0,
  });
}

/** One's own; it may have been changed in another browser. */
export function ownProfile(email: string) {
  return queryOptions({
    queryKey: ["profile", email],
    queryFn: ({ signal }) => call(userCalls.profile, { params: { email } }, signal),
    staleTime: 0,
  });
}

export function makeAdmin(email: string) {
  return call(userCalls.makeAdmin, { params: { email } });
}

export function removeUser(id: string) {
  return call(userCalls.remove, { params: { id } });
}

export function saveProfile(profile: NewProfile) {
  return call(userCalls.saveProfile, { body: profile });
}
