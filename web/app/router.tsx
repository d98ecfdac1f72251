import { matchRoutes, type RouteObject } from "react-router";
import { accountRoutes } from "#web/pages/account/routes.ts";
import { adminRoutes } from "#web/pages/admin/routes.ts";
import { authRoutes } from "#web/pages/auth/routes.ts";
import {
  checkoutRoutes,
  notFoundRoute,
  purchaseRoute,
  shopRoutes,
} from "#web/pages/shop/routes.ts";
import type { PageRoute } from "./page.ts";
import { PageFailure } from "./page-failure.tsx";
import { ShopLayout } from "./shop-layout.tsx";

const loadGuards = () => import("#web/modules/identity/guards.tsx");

export const signedInOnly = "signed-in-only";

export const routes: RouteObject[] = [
  {
    Component: ShopLayout,
    children: [
      {
        ErrorBoundary: PageFailure,
        children: [
          ...shopRoutes,
          ...authRoutes,
          {
            id: signedInOnly,
            children: [
              {
                lazy: async () => ({ Component: (await loadGuards()).RequireSignIn }),
                children: [purchaseRoute],
              },
              {
                lazy: async () => ({
                  Component: (await import("#web/pages/shop/checkout/checkout-gate.tsx"))
                    .CheckoutGate,
                }),
                children: checkoutRoutes,
              },
              {
                lazy: async () => ({
                  Component: (await import("#web/pages/account/dashboard-layout.tsx")).Dashboard,
                }),
                children: [
                  {
                    ErrorBoundary: PageFailure,
                    children: [
                      ...accountRoutes,
                      {
                        lazy: async () => ({ Component: (await loadGuards()).RequireAdmin }),
                        children: [
                          {
                            lazy: async () => ({
                              Component: (await import("#web/pages/admin/admin-area.tsx"))
                                .AdminArea,
                            }),
                            children: adminRoutes,
                          },
                        ],
                      },
                    ],
                  },
                ],
              },
            ],
          },
          notFoundRoute,
        ],
      },
    ],
  },
];

export const pages: PageRoute[] = [
  ...shopRoutes,
  ...authRoutes,
  purchaseRoute,
  ...checkoutRoutes,
  ...accountRoutes,
  ...adminRoutes,
];

/** A router that is created afterwards renders the page at once, which hydration needs. */
export async function loadPageCode(path: string): Promise<void> {
  const matches = matchRoutes(routes, path) ?? [];
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== "function") return;
      Object.assign(route, await route.lazy(), { lazy: undefined });
    }),
  );
}
