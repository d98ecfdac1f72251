// All pages of the shop: address, title, what each shows, and how its code is loaded.
import type { QueryClient } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { matchRoutes, type Params } from "react-router";
import type { Topic } from "#contract/call.ts";
import type { Person } from "#contract/identity.ts";
import { type Code, codeOf } from "./code.ts";
import { adminQuery } from "./identity/admin.ts";
import { allPartPages, newestParts, onePart, partInLists } from "./parts/calls.ts";
import { paths } from "./paths.ts";
import { newestReviews } from "./reviews/calls.ts";
import { ownProfile } from "./users/calls.ts";

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
  /** The same of a page for signed-in people, fetched in the browser when one is about to open it. */
  ahead?: (client: QueryClient, me: Person, params: Params) => Promise<unknown> | undefined;
  code: Code<ComponentType>;
};

/** What is fetched ahead is not fetched anew each time that the pointer comes by. */
const once = { retry: false, staleTime: 10_000 };

export const pages: Page[] = [
  {
    path: paths.home,
    title: "Parts from the people who make them",
    description:
      "Brake, engine, suspension and electrical parts, sold by the manufacturer: drawings, " +
      "stock and price for each, from the shelf to your workshop.",
    topics: ["parts", "reviews"],
    needs: (client) =>
      Promise.all([
        client.prefetchQuery({ ...newestParts(), retry: false }),
        client.prefetchQuery({ ...newestReviews(), retry: false }),
      ]),
    code: codeOf(async () => (await import("./pages/shop/home-page.tsx")).loadHome()),
  },
  {
    path: paths.products,
    title: "All Products",
    description: "The whole catalogue with minimum order, stock and price of every part.",
    topics: ["parts"],
    needs: (client) => client.prefetchInfiniteQuery({ ...allPartPages(), retry: false }),
    code: codeOf(async () => (await import("./pages/shop/products-page.tsx")).ProductsPage),
  },
  {
    path: paths.about,
    title: "Our Motto",
    description:
      "A maker of auto parts in Dhaka since 2012, with a 40% market share in replacement parts " +
      "for vans and light trucks: what we promise, and how we keep it.",
    code: codeOf(async () => (await import("./pages/shop/about-page.tsx")).AboutPage),
  },
  {
    path: paths.blog,
    title: "Six questions on React and JavaScript",
    description:
      "Short answers with code: props and state, keys, useEffect, closures, the event loop, and " +
      "Promise.all or allSettled.",
    code: codeOf(async () => (await import("./pages/shop/blog-page.tsx")).BlogPage),
  },
  {
    path: paths.contact,
    title: "Contact Us",
    description:
      "Three helplines, our postal address in Dhaka and when we are there: for orders, for the " +
      "part that fits, for invoices and refunds.",
    code: codeOf(async () => (await import("./pages/shop/contact-page.tsx")).ContactPage),
  },
  {
    path: paths.login,
    title: "Login",
    description:
      "Sign in with e-mail and password or with Google: to order parts, pay by card, and see what " +
      "became of your orders.",
    code: codeOf(async () => (await import("./pages/entrance/login-page.tsx")).LoginPage),
  },
  {
    path: paths.register,
    title: "Register",
    code: codeOf(async () => (await import("./pages/entrance/register-page.tsx")).RegisterPage),
  },
  {
    path: paths.forgotten,
    title: "Forgotten password",
    code: codeOf(async () => (await import("./pages/entrance/forgotten-page.tsx")).ForgottenPage),
  },
  {
    path: paths.reset,
    title: "New password",
    code: codeOf(async () => (await import("./pages/entrance/reset-page.tsx")).ResetPage),
  },
  {
    path: paths.purchase,
    title: "Purchase",
    who: "signed-in",
    ahead: (client, _, { id = "" }) => {
      const coming = client.prefetchQuery({ ...onePart(id), ...once });
      // What a list says of it is enough to begin with.
      return partInLists(client, id) ? undefined : coming;
    },
    code: codeOf(async () => (await import("./pages/shop/purchase-page.tsx")).PurchasePage),
  },
  {
    path: paths.dashboard,
    title: "My Profile",
    who: "signed-in",
    layout: "dashboard",
    ahead: (client, { email }) =>
      Promise.all([
        client.prefetchQuery({ ...ownProfile(email), ...once }),
        client.prefetchQuery({ ...adminQuery(email), ...once }),
      ]),
    code: codeOf(async () => (await import("./pages/account/my-profile-page.tsx")).MyProfilePage),
  },
  {
    path: paths.myOrder,
    title: "My Order",
    who: "signed-in",
    leaveTo: paths.home,
    layout: "dashboard",
    ahead: async (client, { email }) => {
      const { myOrders } = await import("./orders/calls.ts");
      await client.prefetchInfiniteQuery({ ...myOrders(email), ...once });
    },
    code: codeOf(async () => (await import("./pages/account/my-order-page.tsx")).MyOrderPage),
  },
  {
    path: paths.addReview,
    title: "Add Review",
    who: "signed-in",
    layout: "dashboard",
    code: codeOf(async () => (await import("./pages/account/add-review-page.tsx")).AddReviewPage),
  },
  {
    path: paths.updateProfile,
    title: "Update Profile",
    who: "signed-in",
    layout: "dashboard",
    ahead: (client, { email }) => client.prefetchQuery({ ...ownProfile(email), ...once }),
    code: codeOf(
      async () => (await import("./pages/account/update-profile-page.tsx")).UpdateProfilePage,
    ),
  },
  {
    path: paths.security,
    title: "Sign-in and security",
    who: "signed-in",
    layout: "dashboard",
    code: codeOf(async () => (await import("./pages/account/security-page.tsx")).SecurityPage),
  },
  {
    path: paths.payment,
    title: "Payment",
    who: "signed-in",
    layout: "dashboard",
    code: codeOf(async () => (await import("./pages/account/payment-page.tsx")).PaymentPage),
  },
  {
    path: paths.manageProducts,
    title: "Manage Products",
    who: "signed-in",
    layout: "dashboard",
    code: codeOf(
      async () => (await import("./pages/account/manage-products-page.tsx")).ManageProductsPage,
    ),
  },
  {
    path: paths.manageAllOrders,
    title: "Manage All Orders",
    who: "admin",
    layout: "dashboard",
    code: codeOf(
      async () => (await import("./pages/admin/manage-all-orders-page.tsx")).ManageAllOrdersPage,
    ),
  },
  {
    path: paths.ledger,
    title: "Ledger",
    who: "admin",
    layout: "dashboard",
    code: codeOf(async () => (await import("./pages/admin/ledger-page.tsx")).LedgerPage),
  },
  {
    path: paths.auditLog,
    title: "Audit log",
    who: "admin",
    layout: "dashboard",
    code: codeOf(async () => (await import("./pages/admin/audit-log-page.tsx")).AuditLogPage),
  },
  {
    path: paths.manageReviews,
    title: "Manage Reviews",
    who: "admin",
    layout: "dashboard",
    code: codeOf(
      async () => (await import("./pages/admin/manage-reviews-page.tsx")).ManageReviewsPage,
    ),
  },
  {
    path: paths.addProduct,
    title: "Add A Product",
    who: "admin",
    layout: "dashboard",
    code: codeOf(async () => (await import("./pages/admin/add-product-page.tsx")).AddProductPage),
  },
  {
    path: paths.makeAdmin,
    title: "Make Admin",
    who: "admin",
    layout: "dashboard",
    code: codeOf(async () => (await import("./pages/admin/make-admin-page.tsx")).MakeAdminPage),
  },
];

export const notFound: Page = {
  path: "*",
  title: "Page not found",
  code: codeOf(async () => (await import("./pages/shop/not-found-page.tsx")).NotFoundPage),
};

export const everyPage = [...pages, notFound];

export function pageAt(path: string): Page {
  return matchAt(path).page;
}

const byAddress = new Map(pages.map((page) => [page.path, page]));
const withParams = pages.filter(({ path }) => path.includes(":"));

/** The page at an address, and what its address says. */
export function matchAt(path: string): { page: Page; params: Params } {
  const [pathname = ""] = path.split(/[?#]/);
  const known = byAddress.get(pathname);
  if (known) return { page: known, params: {} };
  // The router ranks all the pages it is given anew for each question: few first.
  const [match] = matchRoutes(withParams, pathname) ?? matchRoutes(everyPage, pathname) ?? [];
  return { page: match?.route ?? notFound, params: match?.params ?? {} };
}

/** Around all /dashboard pages; and what stands there until it is known whose they are. */
export const dashboard = codeOf(() => import("./pages/account/dashboard-layout.tsx"));

/** All the code of a page. */
export async function fetchCode({ code, layout }: Page): Promise<void> {
  await Promise.all([code.fetch(), layout && dashboard.fetch()]);
}
