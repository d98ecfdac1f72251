import { queryOptions } from "@tanstack/react-query";

export const groupNames = queryOptions({
  queryKey: ["settings", "groups"],
  queryFn: async ({ signal }) => (await import("./list-groups.ts")).listGroups(signal),
});
