import { queryOptions } from "@tanstack/react-query";

/** What the page after sign-in shows first: admins today's figures, customers their last orders. */
export function landingCode(isAdmin: boolean) {
  return queryOptions({
    queryKey: ["landing", isAdmin],
    queryFn: async () =>
      isAdmin
        ? (await import("./today.tsx")).Today
        : (await import("./last-orders.tsx")).LastOrders,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    // Not plain data.
    structuralSharing: false,
  });
}
