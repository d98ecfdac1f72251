import type { QueryClient } from "@tanstack/react-query";
import type { Part, PartPage } from "#contract/catalog.ts";
import type { Site } from "#contract/pages/renderer.ts";
import { maxRatting } from "#contract/reviews.ts";
import { normalizePartNumber } from "#contract/rules/part-number.ts";
import { partPath } from "#contract/rules/part-path.ts";
import { isOrderable } from "#contract/rules/quantity.ts";
import { allPartPages, newestParts, partPage } from "#web/modules/catalog/calls.ts";
import { partReviews, shopRating } from "#web/modules/reviews/calls.ts";
import { catalogueList, searchResults } from "#web/modules/search/calls.ts";
import { readListState } from "#web/modules/search/list-address.ts";
import { questions } from "#web/pages/shop/blog/questions.ts";
import { isShownPicture } from "#web/ui/picture.tsx";
import type { PageInput } from "./page.ts";
import { paths } from "./paths.ts";
import type { HeadOf } from "./render-head.ts";

/** Enough to show the kind of list; the page must stay small. */
const maxParts = 5;

export function buildStructuredData(
  page: HeadOf,
  input: PageInput,
  site: Site,
  client: QueryClient,
): object | undefined {
  if (!page.description) return undefined;
  const part = readPart(client, page, input);
  const graph = [
    organization(site, client.getQueryData(shopRating().queryKey)),
    page.path === paths.home ? website(site) : breadcrumbs(page, site),
    ...(part
      ? [wholeProduct(part, readReviews(client, part), page, site)]
      : itemList(readListedParts(client, input), page, site)),
    ...(page.path === paths.blog ? [faq()] : []),
  ];
  return { "@context": "https://schema.org", "@graph": graph };
}

/** Only a part's own page is about one product. */
function readPart(client: QueryClient, { path }: HeadOf, input: PageInput): PartPage | undefined {
  const part = client.getQueryData(partPage(input.params.number ?? "").queryKey);
  return part && "_id" in part && partPath(part) === path ? part : undefined;
}

function readReviews(client: QueryClient, { _id }: PartPage): Rating | undefined {
  return client.getQueryData(partReviews(_id).queryKey)?.pages[0];
}

/** A page has at most one of these lists. */
function readListedParts(client: QueryClient, input: PageInput): ListedProduct[] {
  const all = client.getQueryData(allPartPages(input.query.after).queryKey);
  const list = readListState(input);
  return (
    client.getQueryData(newestParts().queryKey) ??
    all?.pages.flatMap(({ items }) => items) ??
    client.getQueryData(catalogueList(list).queryKey)?.items ??
    client.getQueryData(searchResults(list).queryKey)?.items ??
    []
  );
}

/** What parts of lists and whole parts have in common. */
type ListedProduct = Pick<Part, "name" | "img" | "price" | "minimumQuantity" | "availablQuantity">;

type Rating = { average: number | null; count: number };

function organization({ origin, shopName }: Site, reviews: Rating | undefined): object {
  return {
    "@type": "Organization",
    "@id": `${origin}/#shop`,
    name: shopName,
    url: `${origin}/`,
    logo: `${origin}/icon-512.png`,
    foundingDate: "2012",
    ...rating(reviews),
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

function itemList(parts: ListedProduct[], page: HeadOf, site: Site): object[] {
  if (parts.length === 0) return [];
  const items = parts.slice(0, maxParts).map((part, index) => ({
    "@type": "ListItem",
    position: index + 1,
    item: product(part, site.origin + page.path, site),
  }));
  return [{ "@type": "ItemList", itemListElement: items }];
}

function rating(reviews: Rating | undefined): object {
  if (reviews?.average == null) return {};
  return {
    aggregateRating: {
      "@type": "AggregateRating",
      ratingValue: reviews.average,
      bestRating: maxRatting,
      worstRating: 0,
      reviewCount: reviews.count,
    },
  };
}

function wholeProduct(
  part: PartPage,
  reviews: Rating | undefined,
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
    ...rating(reviews),
    ...(gtin && { gtin: normalizePartNumber(gtin.written) }),
  };
}

function product(part: ListedProduct, url: string, { origin, pictureHosts }: Site): object {
  // An invalid picture address must not break the page.
  const isShown = isShownPicture(part.img, pictureHosts);
  const image = isShown ? URL.parse(part.img, origin) : null;
  return {
    "@type": "Product",
    name: part.name,
    ...(image && { image: image.href }),
    offers: {
      "@type": "Offer",
      url,
      price: part.price.toFixed(2),
      priceCurrency: "USD",
      availability: `https://schema.org/${isOrderable(part) ? "InStock" : "OutOfStock"}`,
    },
  };
}
