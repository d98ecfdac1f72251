// Structured data (schema.org) for search engines, from the same data as the page.
import type { QueryClient } from "@tanstack/react-query";
import type { Part } from "#contract/catalog.ts";
import type { Site } from "#contract/pages/renderer.ts";
import { maxRatting, type Review } from "#contract/reviews.ts";
import { isOrderable } from "#contract/rules/quantity.ts";
import { questions } from "#web/pages/shop/blog/questions.ts";
import type { Page } from "./page.ts";
import { paths } from "./paths.ts";

type PageAt = Page & { path: string };

/** Enough to show the kind of list; the page must stay small. */
const maxParts = 5;

/** Only pages for search engines have it. */
export function buildStructuredData(
  page: PageAt,
  site: Site,
  client: QueryClient,
): object | undefined {
  if (!page.description) return undefined;
  const parts = readCached<Part>(client, "parts").slice(0, maxParts);
  const graph = [
    organization(site, readCached<Review>(client, "reviews")),
    page.path === paths.home ? website(site) : breadcrumbs(page, site),
    ...(parts.length > 0 ? [itemList(parts, page, site)] : []),
    ...(page.path === paths.blog ? [faq()] : []),
  ];
  return { "@context": "https://schema.org", "@graph": graph };
}

function readCached<Item>(client: QueryClient, topic: "parts" | "reviews"): Item[] {
  const [list] = client
    .getQueryCache()
    .findAll({ queryKey: [topic] })
    .map(({ state }) => state.data as Item[] | { pages: { items: Item[] }[] } | undefined);
  if (!list) return [];
  return Array.isArray(list) ? list : list.pages.flatMap(({ items }) => items);
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
    ...(reviews.length > 0 && {
      aggregateRating: {
        "@type": "AggregateRating",
        ratingValue: Math.round((sum / reviews.length) * 10) / 10,
        bestRating: maxRatting,
        worstRating: 0,
        reviewCount: reviews.length,
      },
    }),
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

function breadcrumbs(page: PageAt, { origin, shopName }: Site): object {
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

function itemList(parts: Part[], page: PageAt, site: Site): object {
  return {
    "@type": "ItemList",
    itemListElement: parts.map((part, index) => ({
      "@type": "ListItem",
      position: index + 1,
      item: product(part, site.origin + page.path, site),
    })),
  };
}

function product(part: Part, url: string, { origin }: Site): object {
  // An invalid picture address must not break the page.
  const image = part.img === "" ? null : URL.parse(part.img, origin);
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
