// All pages of the shop: address, title, what each shows, and how its code is loaded.
import type { QueryClient } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { matchRoutes, type RouteObject } from "react-router";
import type { Topic } from "#contract/call.ts";
import { AdminOnly, type LeavesTo, SignedIn } from "./identity/guards.tsx";
import { Frame } from "./pages/frame.tsx";
import { PageFailure } from "./pages/page-failure.tsx";
import { allPartPages, newestParts } from "./parts/calls.ts";
import { paths } from "./paths.ts";

export type Page = {
  path: string;
  title: string;
  description?: string;
  topics?: readonly Topic[];
  /** Everyone, where it is not said. The guards of web/identity see to it. */
  who?: "signed-in" | "admin";
  /** Where a session's end leads from here; to /login and back, where it is not said. */
  leaveTo?: string;
  /** What stands around the page, within the frame. */
  layout?: "dashboard";
  /** Data without which the page would have to show that it is loading. */
  needs?: (client: QueryClient) => Promise<unknown>;
  load: () => Promise<ComponentType>;
};

export const pages: Page[] = [
  {
    path: paths.home,
    title: "Parts from the people who make them",
    description:
      "Brake, engine, suspension and electrical parts, sold by the manufacturer: drawings, " +
      "stock and price for each, from the shelf to your workshop.",
    topics: ["parts"],
    needs: (client) => client.prefetchQuery({ ...newestParts(), retry: false }),
    load: async () => (await import("./pages/shop/home-page.tsx")).HomePage,
  },
  {
    path: paths.products,
    title: "All Products",
    description: "The whole catalogue with minimum order, stock and price of every part.",
    topics: ["parts"],
    needs: (client) => client.prefetchInfiniteQuery({ ...allPartPages(), retry: false }),
    load: async () => (await import("./pages/shop/products-page.tsx")).ProductsPage,
  },
  toCome(paths.about, "About"),
  toCome(paths.blog, "Blog"),
  toCome(paths.contact, "Contact Us"),
  {
    path: paths.login,
    title: "Login",
    load: async () => (await import("./pages/entrance/login-page.tsx")).LoginPage,
  },
  {
    path: paths.register,
    title: "Register",
    load: async () => (await import("./pages/entrance/register-page.tsx")).RegisterPage,
  },
  {
    path: paths.forgotten,
    title: "Forgotten password",
    load: async () => (await import("./pages/entrance/forgotten-page.tsx")).ForgottenPage,
  },
  {
    path: paths.reset,
    title: "New password",
    load: async () => (await import("./pages/entrance/reset-page.tsx")).ResetPage,
  },
  {
    path: paths.purchase,
    title: "Purchase",
    who: "signed-in",
    load: async () => (await import("./pages/shop/purchase-page.tsx")).PurchasePage,
  },
  {
    path: paths.dashboard,
    title: "My Profile",
    who: "signed-in",
    layout: "dashboard",
    load: async () => (await import("./pages/account/my-profile-page.tsx")).MyProfilePage,
  },
  {
    path: paths.myOrder,
    title: "My Order",
    who: "signed-in",
    leaveTo: paths.home,
    layout: "dashboard",
    load: async () => (await import("./pages/account/my-order-page.tsx")).MyOrderPage,
  },
  { ...toCome(paths.addReview, "Add Review"), who: "signed-in", layout: "dashboard" },
  {
    path: paths.updateProfile,
    title: "Update Profile",
    who: "signed-in",
    layout: "dashboard",
    load: async () => (await import("./pages/account/update-profile-page.tsx")).UpdateProfilePage,
  },
  {
    path: paths.security,
    title: "Sign-in and security",
    who: "signed-in",
    layout: "dashboard",
    load: async () => (await import("./pages/account/security-page.tsx")).SecurityPage,
  },
  {
    path: paths.payment,
    title: "Payment",
    who: "signed-in",
    layout: "dashboard",
    load: async () => (await import("./pages/account/payment-page.tsx")).PaymentPage,
  },
  { ...toCome(paths.manageProducts, "Manage Products"), who: "signed-in", layout: "dashboard" },
  {
    path: paths.manageAllOrders,
    title: "Manage All Orders",
    who: "admin",
    layout: "dashboard",
    load: async () =>
      (await import("./pages/admin/manage-all-orders-page.tsx")).ManageAllOrdersPage,
  },
  {
    path: paths.ledger,
    title: "Ledger",
    who: "admin",
    layout: "dashboard",
    load: async () => (await import("./pages/admin/ledger-page.tsx")).LedgerPage,
  },
  { ...toCome(paths.addProduct, "Add A Product"), who: "admin", layout: "dashboard" },
  {
    path: paths.makeAdmin,
    title: "Make Admin",
    who: "admin",
    layout: "dashboard",
    load: async () => (await import("./pages/admin/make-admin-page.tsx")).MakeAdminPage,
  },
];

export const notFound: Page = {
  path: "*",
  title: "Page not found",
  load: async () => (await import("./pages/shop/not-found-page.tsx")).NotFoundPage,
};

function toCome(path: string, title: string): Page {
  return {
    path,
    title,
    load: async () => (await import("./pages/shop/coming-page.tsx")).ComingPage,
  };
}

const everyPage = [...pages, notFound];

export function pageAt(path: string): Page {
  const [match] = matchRoutes(everyPage, path) ?? [];
  return match?.route ?? notFound;
}

/** Around all /dashboard pages; shows its <Outlet />. */
const loadDashboard = async (): Promise<ComponentType> =>
  (await import("./pages/account/dashboard-layout.tsx")).DashboardLayout;

/** A page with all of its code there. */
export type LoadedPage = { page: Page; Component: ComponentType; Dashboard?: ComponentType };

export async function loadPage(page: Page): Promise<LoadedPage> {
  if (!page.layout) return { page, Component: await page.load() };
  const [Component, Dashboard] = await Promise.all([page.load(), loadDashboard()]);
  return { page, Component, Dashboard };
}

/**
 * React Router's table. A page that is loaded already is there at once, without a pause; the
 * code of the others comes when they are opened.
 */
export function createRoutes({ page: loaded, Component, Dashboard }: LoadedPage): RouteObject[] {
  const routes = (who?: Page["who"], layout?: Page["layout"]): RouteObject[] =>
    everyPage
      .filter((page) => page.who === who && page.layout === layout)
      .map((page) => ({
        path: page.path,
        handle: { leaveTo: page.leaveTo } satisfies LeavesTo,
        ErrorBoundary: PageFailure,
        ...(page === loaded
          ? { Component }
          : { lazy: async () => ({ Component: await page.load() }) }),
      }));
  const dashboard: RouteObject = {
    ErrorBoundary: PageFailure,
    ...(Dashboard
      ? { Component: Dashboard }
      : { lazy: async () => ({ Component: await loadDashboard() }) }),
    children: [
      ...routes("signed-in", "dashboard"),
      { Component: AdminOnly, children: routes("admin", "dashboard") },
    ],
  };
  return [
    {
      Component: Frame,
      children: [
        ...routes(),
        { Component: SignedIn, children: [...routes("signed-in"), dashboard] },
      ],
    },
  ];
}
