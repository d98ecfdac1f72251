import type { PageRoute } from "#web/app/page.ts";
import { prefetchOptions } from "#web/app/page.ts";
import { paths } from "#web/app/paths.ts";
import { ownProfile } from "#web/modules/customers/calls.ts";
import { adminQuery } from "#web/modules/identity/use-admin.ts";

export const accountRoutes: PageRoute[] = [
  {
    path: paths.dashboard,
    handle: {
      title: "My Profile",
      privateData: (client, { email }) =>
        Promise.all([
          client.prefetchQuery({ ...ownProfile(email), ...prefetchOptions }),
          client.prefetchQuery({ ...adminQuery(email), ...prefetchOptions }),
        ]),
    },
    lazy: async () => ({ Component: (await import("./my-profile-page.tsx")).MyProfilePage }),
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
    lazy: async () => ({ Component: (await import("./my-order-page.tsx")).MyOrderPage }),
  },
  {
    path: paths.addReview,
    handle: { title: "Add Review" },
    lazy: async () => ({ Component: (await import("./add-review-page.tsx")).AddReviewPage }),
  },
  {
    path: paths.updateProfile,
    handle: {
      title: "Update Profile",
      privateData: (client, { email }) =>
        client.prefetchQuery({ ...ownProfile(email), ...prefetchOptions }),
    },
    lazy: async () => ({
      Component: (await import("./update-profile-page.tsx")).UpdateProfilePage,
    }),
  },
  {
    path: paths.security,
    handle: { title: "Sign-in and security" },
    lazy: async () => ({ Component: (await import("./security-page.tsx")).SecurityPage }),
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
    lazy: async () => ({ Component: (await import("./order-page.tsx")).OwnOrderPage }),
  },
  {
    path: paths.garageCar,
    handle: { title: "Service book" },
    lazy: async () => ({ Component: (await import("./garage-car-page.tsx")).GarageCarPage }),
  },
  {
    path: paths.payment,
    handle: { title: "Payment" },
    lazy: async () => ({ Component: (await import("./payment-page.tsx")).PaymentPage }),
  },
  {
    path: paths.manageProducts,
    handle: { title: "Manage Products" },
    lazy: async () => ({
      Component: (await import("./manage-products-page.tsx")).ManageProductsPage,
    }),
  },
];
