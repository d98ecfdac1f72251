import type { PageRoute } from "#web/app/page.ts";
import { prefetchOptions } from "#web/app/page.ts";
import { paths } from "#web/app/paths.ts";
import { ownProfile } from "#web/modules/customers/calls.ts";
import type { accountPages } from "./lazy-routes.ts";

const page = (name: keyof typeof accountPages) => async () => ({
  Component: await (await import("./lazy-routes.ts")).accountPages[name](),
});

export const accountRoutes: PageRoute[] = [
  {
    path: paths.dashboard,
    handle: {
      title: "My Profile",
      async privateData(client, { email }) {
        const profile = client.prefetchQuery({ ...ownProfile(email), ...prefetchOptions });
        const { prefetchLanding } = await import("./prefetch-landing.ts");
        await Promise.all([profile, prefetchLanding(client, email)]);
      },
    },
    lazy: page("dashboard"),
  },
  {
    path: paths.myOrder,
    handle: {
      title: "My Order",
      leaveTo: paths.home,
      async privateData(client, { email }) {
        const { myOrders } = await import("#web/modules/orders/calls.ts");
        await client.prefetchInfiniteQuery({ ...myOrders(email), ...prefetchOptions });
      },
    },
    lazy: page("myOrder"),
  },
  {
    path: paths.askReturn,
    handle: { title: "Return" },
    lazy: page("askReturn"),
  },
  {
    path: paths.addReview,
    handle: { title: "Add Review" },
    lazy: page("addReview"),
  },
  {
    path: paths.updateProfile,
    handle: {
      title: "Update Profile",
      privateData: (client, { email }) =>
        client.prefetchQuery({ ...ownProfile(email), ...prefetchOptions }),
    },
    lazy: page("updateProfile"),
  },
  {
    path: paths.security,
    handle: { title: "Sign-in and security" },
    lazy: page("security"),
  },
  {
    path: paths.cards,
    handle: { title: "Addresses and cards" },
    lazy: page("cards"),
  },
  {
    path: paths.deposits,
    handle: { title: "Returns and deposits" },
    lazy: page("deposits"),
  },
  {
    path: paths.company,
    handle: { title: "Company" },
    lazy: page("company"),
  },
  {
    path: paths.order,
    handle: {
      title: "Order",
      async privateData(client, _, { number = "" }) {
        const { orderPage } = await import("#web/modules/orders/page-calls.ts");
        await client.prefetchQuery({ ...orderPage(number), ...prefetchOptions });
      },
    },
    lazy: page("order"),
  },
  {
    path: paths.garageCar,
    handle: { title: "Service book" },
    lazy: page("garageCar"),
  },
  {
    path: paths.payment,
    handle: { title: "Payment" },
    lazy: page("payment"),
  },
  {
    path: paths.manageProducts,
    handle: { title: "Manage Products" },
    lazy: page("manageProducts"),
  },
];
