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
import { newestReviews, partReviews, shopRating } from "#web/modules/reviews/calls.ts";
import { listQuery, searchQuery, typeParam } from "#web/modules/search/list-query.ts";
import type { shopPages } from "./lazy-routes.ts";
import { legalRoutes } from "./legal-routes.ts";
import { NotFoundPage } from "./not-found-page.tsx";

const page = (name: keyof typeof shopPages) => async () => ({
  Component: await (await import("./lazy-routes.ts")).shopPages[name](),
});

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
    lazy: page("paste"),
  },
  {
    path: paths.basket,
    handle: { title: "Basket" },
    lazy: async () => ({ Component: (await import("./basket-page.tsx")).BasketPage }),
  },
  {
    path: paths.sharedBasket,
    handle: { title: "Shared basket" },
    lazy: page("sharedBasket"),
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
      return page("number")();
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
    lazy: page("compare"),
  },
  {
    path: paths.wishes,
    handle: { title: "Wish list" },
    lazy: page("wishes"),
  },
  {
    path: paths.orderLink,
    handle: { title: "Your order" },
    lazy: page("linkedOrder"),
  },
  {
    path: paths.job,
    handle: { title: "Jobs on your car", params: { name: aSlug }, ...job.handle },
    lazy: async () => {
      await job.load();
      return page("job")();
    },
  },
  {
    path: paths.garage,
    handle: { title: "Garage" },
    lazy: page("garage"),
  },
  {
    path: paths.about,
    handle: {
      title: "Our Motto",
    },
    lazy: page("about"),
  },
  {
    path: paths.blog,
    handle: {
      title: "Six questions on React and JavaScript",
    },
    lazy: page("blog"),
  },
  {
    path: paths.contact,
    handle: {
      title: "Contact Us",
      async publicData(client) {
        const { companyDetails } = await import("#web/modules/legal/calls.ts");
        await client.prefetchQuery({ ...companyDetails(), retry: false });
      },
    },
    lazy: page("contact"),
  },
  ...legalRoutes,
  {
    path: paths.withdraw,
    handle: { title: "Withdraw from contract here" },
    lazy: page("withdraw"),
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

export const checkoutRoutes: PageRoute[] = [
  {
    path: paths.checkoutAddress,
    handle: { title: "Checkout: address" },
    lazy: page("checkoutAddress"),
  },
  {
    path: paths.checkoutDelivery,
    handle: { title: "Checkout: delivery" },
    lazy: page("checkoutDelivery"),
  },
  {
    path: paths.checkoutPayment,
    handle: { title: "Checkout: payment" },
    lazy: page("checkoutPayment"),
  },
  {
    path: paths.checkoutDone,
    handle: { title: "Your order" },
    lazy: page("checkoutDone"),
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
