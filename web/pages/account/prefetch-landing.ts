import type { QueryClient } from "@tanstack/react-query";
import { prefetchOptions } from "#web/app/page.ts";
import { adminQuery } from "#web/modules/identity/use-admin.ts";
import { recentOrders } from "#web/modules/orders/recent-orders.tsx";
import { overviewOf } from "#web/modules/overview/calls.ts";
import { landingCode } from "./landing.ts";

export async function prefetchLanding(client: QueryClient, email: string): Promise<void> {
  const isAdmin = await client.fetchQuery({ ...adminQuery(email), ...prefetchOptions });
  await Promise.all([
    client.prefetchQuery(landingCode(isAdmin)),
    isAdmin
      ? client.prefetchQuery({ ...overviewOf("today"), ...prefetchOptions })
      : client.prefetchQuery({ ...recentOrders(email), ...prefetchOptions }),
  ]);
}
