import type { QueryClient } from "@tanstack/react-query";
import type { Part, PartPage } from "#contract/catalog.ts";
import type { Site } from "#contract/pages/renderer.ts";
import { maxRatting, type PartReviews, type Review } from "#contract/reviews.ts";
import { normalizePartNumber } from "#contract/rules/part-number.ts";
import { isOrderable } from "#contract/rules/quantity.ts";
import { questions } from "#web/pages/shop/blog/questions.ts";
import { isShownPicture } from "#web/ui/picture.tsx";
import { paths } from "./paths.ts";
import type { HeadOf } from "./render-head.ts";

/** Enough to show the kind of list; the page must stay small. */
const maxParts = 5;

export function buildStructuredData(
  page: HeadOf,
  site: Site,
  client: QueryClient,
): object | undefined {
  if (!page.description) return undefined;
  const shown = readCached<Part>(client, "parts") as Cached<Part> | PartPage;
  const graph = [
    organization(site, listOf(readCached<Review>(client, "reviews") as Cached<Review>)),
    page.path === paths.home ? website(site) : breadcrumbs(page, site),
    ...(shown && "_id" in shown
      ? wholeProducts(shown, client, page, site)
      : itemList(shown, page, site)),
    ...(page.path === paths.blog ? [faq()] : []),
  ];
  return { "@context": "https://schema.org", "@graph": graph };
}

type Cached<Item> = Item[] | { items: Item[] } | { pages: { items: Item[] }[] } | undefined;

function readCached<Item>(client: QueryClient, topic: "parts" | "reviews") {
  const [query] = client.getQueryCache().findAll({ queryKey: [topic] });
  return query?.state.data as Item | Cached<Item>;
}

function listOf<Item>(list: Cached<Item>): Item[] {
  if (!list) return [];
  if (Array.isArray(list)) return list;
  return "items" in list ? list.items : list.pages.flatMap(({ items }) => items);
}

function organization({ origin, shopName }: Site, reviews: Review[]): object {
  const sum = reviews.reduce((stars, { ratting }) => stars + ratting, 0);
  return {
    "@type": "Organization",
    "@id": `${origin}/#shop`,
    name: shopName,
    url: `${origin}/`,
    logo: `${origin}/icon-512.png`,
    foundingDate: "2012",
    ...(reviews.length > 0 && rating(Math.round((sum / reviews.length) * 10) / 10, reviews.length)),
  };
}

function website({ origin, shopName }: Site): object {
  return {
    "@type": "WebSite",
    name: shopName,
    url: `${origin}/`,
    publisher: { "@id": `${origin}/#shop` },
  };
}

function breadcrumbs(page: HeadOf, { origin, shopName }: Site): object {
  const crumbs = [
    { name: shopName, item: `${origin}/` },
    { name: page.title, item: origin + page.path },
  ];
  return {
    "@type": "BreadcrumbList",
    itemListElement: crumbs.map((crumb, index) => ({
      "@type": "ListItem",
      position: index + 1,
      ...crumb,
    })),
  };
}

function faq(): object {
  return {
    "@type": "FAQPage",
    mainEntity: questions.map(({ title, answer }) => ({
      "@type": "Question",
      name: title,
      acceptedAnswer: { "@type": "Answer", text: answer.join(" ") },
    })),
  };
}

function itemList(list: Cached<Part>, page: HeadOf, site: Site): object[] {
  const parts = listOf(list).slice(0, maxParts);
  if (parts.length === 0) return [];
  const items = parts.map((part, index) => ({
    "@type": "ListItem",
    position: index + 1,
    item: product(part, site.origin + page.path, site),
  }));
  return [{ "@type": "ItemList", itemListElement: items }];
}

function readRating(client: QueryClient): PartReviews | undefined {
  const [query] = client.getQueryCache().findAll({ queryKey: ["parts", "reviews"] });
  return (query?.state.data as { pages: PartReviews[] } | undefined)?.pages[0];
}

function rating(ratingValue: number, reviewCount: number): object {
  return {
    aggregateRating: {
      "@type": "AggregateRating",
      ratingValue,
      bestRating: maxRatting,
      worstRating: 0,
      reviewCount,
    },
  };
}

/** Where parts stand side by side, the page is that of none. */
function wholeProducts(part: PartPage, client: QueryClient, page: HeadOf, site: Site): object[] {
  const isOfPart = page.path.startsWith("/part/");
  return isOfPart ? [wholeProduct(part, readRating(client), page, site)] : [];
}

function wholeProduct(
  part: PartPage,
  reviews: PartReviews | undefined,
  page: HeadOf,
  site: Site,
): object {
  const { description, number, brand, numbers } = part;
  const gtin = numbers.find(({ kind }) => kind === "gtin");
  return {
    ...product(part, site.origin + page.path, site),
    ...(description && { description }),
    sku: number,
    mpn: number,
    ...(brand !== null && { brand: { "@type": "Brand", name: brand } }),
    ...(reviews?.average != null && rating(reviews.average, reviews.count)),
    ...(gtin && { gtin: normalizePartNumber(gtin.written) }),
  };
}

function product(part: Part, url: string, { origin, pictureHosts }: Site): object {
  // An invalid picture address must not break the page.
  const isShown = isShownPicture(part.img, pictureHosts);
  const image = isShown ? URL.parse(part.img, origin) : null;
  return {
    "@type": "Product",
    name: part.name,
    ...(image && { image: image.href }),
    brand: { "@id": `${origin}/#shop` },
    offers: {
      "@type": "Offer",
      url,
      price: part.price.toFixed(2),
      priceCurrency: "USD",
      availability: `https://schema.org/${isOrderable(part) ? "InStock" : "OutOfStock"}`,
    },
  };
}
