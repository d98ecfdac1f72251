import { queryOptions } from "@tanstack/react-query";

/** Of the groups of customers, by their ids. */
export const groupNames = queryOptions({
  queryKey: ["settings", "groups"],
  queryFn: async ({ signal }) => (await import("./list-groups.ts")).listGroups(signal),
});
