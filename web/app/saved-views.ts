import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { worksOn } from "#contract/rules/roles.ts";
import { savedViewCalls, type ViewList } from "#contract/saved-views.ts";
import { useSession } from "#web/modules/identity/session.ts";
import type { ViewStore } from "#web/ui/list/saved-views.tsx";
import { call } from "./call.ts";

const viewsOf = (list: ViewList) =>
  queryOptions({
    queryKey: ["saved-views", list],
    queryFn: ({ signal }) => call(savedViewCalls.list, { query: { list } }, signal),
    meta: { isPrivate: true },
  });

export function useSavedViews(list: ViewList): ViewStore {
  const { data = [] } = useQuery(viewsOf(list));
  const client = useQueryClient();
  const role = useSession().user?.adminRole;
  const renew = () => client.invalidateQueries(viewsOf(list));
  return {
    views: data.map((view) => ({ ...view, mayRemove: view.isOwn || worksOn(role, "shop") })),
    maySave: role !== "read-only",
    async save(view) {
      await call(savedViewCalls.save, { body: { list, ...view } });
      await renew();
    },
    async remove(id) {
      await call(savedViewCalls.remove, { params: { id } });
      await renew();
    },
  };
}
