import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { companyCalls, type OwnCompany } from "#contract/companies.ts";
import { orderCalls } from "#contract/orders.ts";
import { call, pagedQuery } from "#web/app/call.ts";

export function ownCompany(personId: string) {
  return queryOptions({
    queryKey: ["company", personId],
    queryFn: ({ signal }) => call(companyCalls.mine, {}, signal),
    staleTime: 0,
  });
}

export function keepCompany(client: QueryClient, personId: string, company: OwnCompany): void {
  client.setQueryData(ownCompany(personId).queryKey, company);
}

export function companyOrders(email: string) {
  const filters = { state: "all", of: "company" } as const;
  return pagedQuery(["orders", "mine", email, "company"], 50, (page, signal) =>
    call(orderCalls.mine, { query: { email, ...page, ...filters } }, signal),
  );
}
