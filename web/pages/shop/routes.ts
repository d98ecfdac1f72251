import type { PageRoute } from "#web/app/page.ts";
import { prefetchOptions } from "#web/app/page.ts";
import { paths } from "#web/app/paths.ts";
import { allPartPages, findCachedPart, newestParts, onePart } from "#web/modules/catalog/calls.ts";
import { newestReviews } from "#web/modules/reviews/calls.ts";

export const shopRoutes: PageRoute[] = [
  {
    path: paths.home,
    handle: {
      title: "Parts from the people who make them",
      description:
        "Brake, engine, suspension and electrical parts, sold by the manufacturer: drawings, " +
        "stock and price for each, from the shelf to your workshop.",
      publicData: (client) =>
        Promise.all([
          client.prefetchQuery({ ...newestParts(), retry: false }),
          client.prefetchQuery({ ...newestReviews(), retry: false }),
        ]),
    },
    lazy: async () => ({ Component: (await import("./home-page.tsx")).HomePage }),
  },
  {
    path: paths.products,
    handle: {
      title: "All Products",
      description: "The whole catalogue with minimum order, stock and price of every part.",
      publicData: (client) => client.prefetchInfiniteQuery({ ...allPartPages(), retry: false }),
    },
    lazy: async () => ({ Component: (await import("./products-page.tsx")).ProductsPage }),
  },
  {
    path: paths.about,
    handle: {
      title: "Our Motto",
      description:
        "A maker of auto parts in Dhaka since 2012, with a 40% market share in replacement parts " +
        "for vans and light trucks: what we promise, and how we keep it.",
    },
    lazy: async () => ({ Component: (await import("./about-page.tsx")).AboutPage }),
  },
  {
    path: paths.blog,
    handle: {
      title: "Six questions on React and JavaScript",
      description:
        "Short answers with code: props and state, keys, useEffect, closures, the event loop, and " +
        "Promise.all or allSettled.",
    },
    lazy: async () => ({ Component: (await import("./blog-page.tsx")).BlogPage }),
  },
  {
    path: paths.contact,
    handle: {
      title: "Contact Us",
      description:
        "Three helplines, our postal address in Dhaka and when we are there: for orders, for the " +
        "part that fits, for invoices and refunds.",
    },
    lazy: async () => ({ Component: (await import("./contact-page.tsx")).ContactPage }),
  },
];

export const purchaseRoute: PageRoute = {
  path: paths.purchase,
  handle: {
    title: "Purchase",
    privateData(client, _, { id = "" }) {
      const fetched = client.prefetchQuery({ ...onePart(id), ...prefetchOptions });
      // A cached list entry is enough to begin with.
      return findCachedPart(client, id) ? undefined : fetched;
    },
  },
  lazy: async () => ({ Component: (await import("./purchase-page.tsx")).PurchasePage }),
};

export const notFoundRoute: PageRoute = {
  path: "*",
  handle: { title: "Page not found" },
  lazy: async () => ({ Component: (await import("./not-found-page.tsx")).NotFoundPage }),
};
