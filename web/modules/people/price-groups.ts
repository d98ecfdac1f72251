import { useQuery } from "@tanstack/react-query";
import { settingsCalls } from "#contract/settings.ts";
import { call } from "#web/app/call.ts";

/** The names of the groups of customers by their ids, as the settings have them. */
export function usePriceGroups(): Record<string, string> {
  const { data: settings = [] } = useQuery({
    queryKey: ["settings"],
    queryFn: ({ signal }) => call(settingsCalls.list, {}, signal),
  });
  const discounts = settings.find((each) => each.section === "discounts");
  const groups = discounts?.section === "discounts" ? discounts.value.groups : [];
  return Object.fromEntries(groups.map(({ id, name }) => [id, name]));
}
