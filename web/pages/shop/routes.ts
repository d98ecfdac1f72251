import type { PartPage } from "#contract/catalog.ts";
import { formatDollars } from "#contract/rules/money.ts";
import { partPath } from "#contract/rules/part-path.ts";
import { isRefusedAs } from "#web/app/call.ts";
import { lateAnswer } from "#web/app/late-answer.ts";
import type { PageAnswer, PageRoute } from "#web/app/page.ts";
import { noSuchPage, prefetchOptions } from "#web/app/page.ts";
import { paths } from "#web/app/paths.ts";
import {
  allPartPages,
  findCachedPart,
  type GonePart,
  newestParts,
  onePart,
  partPage,
} from "#web/modules/catalog/calls.ts";
import { compareQuery, readCompared } from "#web/modules/compare/compare-address.ts";
import { companyDetails } from "#web/modules/legal/calls.ts";
import { newestReviews, partReviews, shopRating } from "#web/modules/reviews/calls.ts";
import { listQuery, searchQuery, typeParam } from "#web/modules/search/list-query.ts";
import { legalRoutes } from "./legal-routes.ts";
import { NotFoundPage } from "./not-found-page.tsx";

const catalogue = lateAnswer(() => import("./catalogue-answer.ts"));
const fit = lateAnswer(() => import("./fit-answer.ts"));
const job = lateAnswer(() => import("./job-answer.ts"));
const number = lateAnswer(() => import("./number-answer.ts"));
const search = lateAnswer(() => import("./search-answer.ts"));

const aNumber = /^(?=.*[\p{L}\d]).{1,60}$/su;
const aSlug = /^([a-z0-9]+(-[a-z0-9]+)*)?$/;
const anId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

export const shopRoutes: PageRoute[] = [
  {
    path: paths.home,
    handle: {
      title: "Parts from the people who make them",
      publicData: (client) =>
        Promise.all([
          client.prefetchQuery({ ...newestParts(), retry: false }),
          client.prefetchQuery({ ...newestReviews(), retry: false }),
          client.prefetchQuery({ ...shopRating(), retry: false }),
        ]),
    },
    lazy: async () => ({ Component: (await import("./home-page.tsx")).HomePage }),
  },
  {
    path: paths.products,
    handle: {
      title: "All Products",
      query: { after: anId },
      publicData: (client, { query: { after } }) =>
        client.prefetchInfiniteQuery({ ...allPartPages(after), retry: false }),
      // The part that the list should go on after may be gone.
      answer: (client, { query: { after } }) =>
        isRefusedAs(client.getQueryState(allPartPages(after).queryKey)?.error, "invalid")
          ? { status: 301, path: paths.products, title: "All Products" }
          : undefined,
    },
    lazy: async () => ({ Component: (await import("./products-page.tsx")).ProductsPage }),
  },
  {
    path: paths.shop,
    handle: {
      title: "All parts",
      query: listQuery,
      isListedWithoutQuery: true,
      ...catalogue.handle,
    },
    lazy: loadCataloguePage,
  },
  {
    path: paths.shopType,
    handle: {
      title: "Parts",
      params: { type: typeParam },
      query: listQuery,
      ...catalogue.handle,
    },
    lazy: loadCataloguePage,
  },
  {
    path: paths.fit,
    handle: {
      title: "Parts for your car",
      params: { make: aSlug, model: aSlug, year: /^(\d{4})?$/, type: aSlug },
      query: { after: anId },
      ...fit.handle,
    },
    lazy: async () => {
      await fit.load();
      return { Component: (await import("./fit-page.tsx")).FitPage };
    },
  },
  {
    path: paths.search,
    handle: {
      title: "Search",
      isListedWithoutQuery: true,
      query: { q: /^[^\0]{0,500}$/, type: typeParam, ...searchQuery },
      ...search.handle,
    },
    lazy: async () => {
      const [{ SearchPage }] = await Promise.all([import("./search-page.tsx"), search.load()]);
      return { Component: SearchPage };
    },
  },
  {
    path: paths.paste,
    handle: { title: "Paste a list" },
    lazy: async () => ({ Component: (await import("./paste-page.tsx")).PastePage }),
  },
  {
    path: paths.basket,
    handle: { title: "Basket" },
    lazy: async () => ({ Component: (await import("./basket-page.tsx")).BasketPage }),
  },
  {
    path: paths.sharedBasket,
    handle: { title: "Shared basket" },
    lazy: async () => ({ Component: (await import("./shared-basket-page.tsx")).SharedBasketPage }),
  },
  {
    path: paths.part,
    handle: {
      title: "Part",
      params: { number: aNumber, slug: /^.{0,200}$/su },
      async publicData(client, { params: { number = "" } }) {
        await client.prefetchQuery({ ...partPage(number), retry: false });
        const part = client.getQueryData(partPage(number).queryKey);
        if (!part || !("_id" in part)) return;
        await client.prefetchInfiniteQuery({ ...partReviews(part._id), retry: false });
      },
      answer: (client, { params: { number = "" } }) =>
        describePart(client.getQueryData(partPage(number).queryKey)),
    },
    lazy: async () => ({ Component: (await import("./part-page.tsx")).PartPage }),
  },
  {
    path: paths.number,
    handle: {
      title: "Part number",
      params: { number: aNumber },
      ...number.handle,
    },
    lazy: async () => {
      await number.load();
      return { Component: (await import("./number-page.tsx")).NumberPage };
    },
  },
  {
    path: paths.compare,
    handle: {
      title: "Compare parts",
      query: compareQuery,
      publicData: (client, input) =>
        Promise.all(
          readCompared(input).map((number) =>
            client.prefetchQuery({ ...partPage(number), retry: false }),
          ),
        ),
    },
    lazy: async () => ({ Component: (await import("./compare-page.tsx")).ComparePage }),
  },
  {
    path: paths.wishes,
    handle: { title: "Wish list" },
    lazy: async () => ({ Component: (await import("./wishes-page.tsx")).WishesPage }),
  },
  {
    path: paths.orderLink,
    handle: { title: "Your order" },
    lazy: async () => ({
      Component: (await import("./linked-order-page.tsx")).LinkedOrderPage,
    }),
  },
  {
    path: paths.job,
    handle: { title: "Jobs on your car", params: { name: aSlug }, ...job.handle },
    lazy: async () => {
      await job.load();
      return { Component: (await import("./job-page.tsx")).JobPage };
    },
  },
  {
    path: paths.garage,
    handle: { title: "Garage" },
    lazy: async () => ({ Component: (await import("./garage-page.tsx")).GaragePage }),
  },
  {
    path: paths.about,
    handle: {
      title: "Our Motto",
    },
    lazy: async () => ({ Component: (await import("./about-page.tsx")).AboutPage }),
  },
  {
    path: paths.blog,
    handle: {
      title: "Six questions on React and JavaScript",
    },
    lazy: async () => ({ Component: (await import("./blog-page.tsx")).BlogPage }),
  },
  {
    path: paths.contact,
    handle: {
      title: "Contact Us",
      publicData: (client) => client.prefetchQuery({ ...companyDetails(), retry: false }),
    },
    lazy: async () => ({ Component: (await import("./contact-page.tsx")).ContactPage }),
  },
  ...legalRoutes,
  {
    path: paths.withdraw,
    handle: { title: "Withdraw from contract here" },
    lazy: async () => ({ Component: (await import("./withdraw-page.tsx")).WithdrawPage }),
  },
];

async function loadCataloguePage() {
  const [{ CataloguePage }] = await Promise.all([import("./catalogue-page.tsx"), catalogue.load()]);
  return { Component: CataloguePage };
}

const descriptionLength = 160;

function describePart(part: PartPage | GonePart | null | undefined): PageAnswer | undefined {
  if (part === undefined) return undefined;
  if (part === null) return noSuchPage;
  if (!("_id" in part)) return { status: 410, title: "No longer sold" };
  const { name, description, price, img } = part;
  return {
    status: 200,
    path: partPath(part),
    title: name,
    description: import.meta.env.SSR
      ? `$${formatDollars(price)} per piece. ${description}`.slice(0, descriptionLength)
      : "",
    picture: img,
  };
}

/** For people who are signed in. */
export const checkoutRoutes: PageRoute[] = [
  {
    path: paths.checkoutAddress,
    handle: { title: "Checkout: address" },
    lazy: async () => ({ Component: (await import("./checkout/address-page.tsx")).AddressPage }),
  },
  {
    path: paths.checkoutDelivery,
    handle: { title: "Checkout: delivery" },
    lazy: async () => ({ Component: (await import("./checkout/delivery-page.tsx")).DeliveryPage }),
  },
  {
    path: paths.checkoutPayment,
    handle: { title: "Checkout: payment" },
    lazy: async () => ({ Component: (await import("./checkout/payment-page.tsx")).PaymentPage }),
  },
  {
    path: paths.checkoutDone,
    handle: { title: "Your order" },
    lazy: async () => ({ Component: (await import("./checkout/done-page.tsx")).DonePage }),
  },
];

export const purchaseRoute: PageRoute = {
  path: paths.purchase,
  handle: {
    title: "Purchase",
    privateData(client, _, { id = "" }) {
      const fetched = client.prefetchQuery({ ...onePart(id), ...prefetchOptions });
      return findCachedPart(client, id) ? undefined : fetched;
    },
  },
  lazy: async () => ({ Component: (await import("./purchase-page.tsx")).PurchasePage }),
};

export const notFoundRoute: PageRoute = {
  path: "*",
  handle: { title: noSuchPage.title },
  lazy: async () => ({ Component: NotFoundPage }),
};
