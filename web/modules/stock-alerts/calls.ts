import { queryOptions } from "@tanstack/react-query";
import { stockAlertCalls } from "#contract/stock-alerts.ts";
import { call } from "#web/app/call.ts";

export function ownAlerts() {
  return queryOptions({
    queryKey: ["stock-alerts"],
    queryFn: ({ signal }) => call(stockAlertCalls.mine, {}, signal),
  });
}
