import { queryOptions } from "@tanstack/react-query";
import { apiKeyCalls, type NewApiKey } from "#contract/api-keys.ts";
import { call } from "#web/app/call.ts";

export const apiKeys = () =>
  queryOptions({
    queryKey: ["api-keys"],
    queryFn: ({ signal }) => call(apiKeyCalls.list, {}, signal),
    staleTime: 0,
  });

export const addApiKey = (body: NewApiKey) => call(apiKeyCalls.add, { body });
export const removeApiKey = (id: string) => call(apiKeyCalls.remove, { params: { id } });
