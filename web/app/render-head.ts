import { escapeHtml } from "#contract/pages/escape-html.ts";
import type { Site } from "#contract/pages/renderer.ts";
import { scriptElement } from "#contract/pages/script-element.ts";
import { isShownPicture, pictureHostsMeta } from "#web/ui/picture.tsx";
import type { Page } from "./page.ts";
import { logoMeta } from "./shop-name.ts";
import { zoneMeta } from "./shop-zone.ts";

export type HeadOf = Pick<Page, "title"> & {
  /** Without one, search engines are not to list it. */
  description?: string | undefined;
  isUnlisted?: boolean;
  path: string;
  picture?: string | undefined;
};

export function pageTitle({ title }: Pick<Page, "title">, shopName: string): string {
  return `${title} · ${shopName}`;
}

export function renderHead(page: HeadOf, site: Site, facts: object | undefined): string {
  const title = pageTitle(page, site.shopName);
  return [
    `<title>${escapeHtml(title)}</title>`,
    named("application-name", site.shopName),
    named("apple-mobile-web-app-title", site.shopName),
    named(zoneMeta, site.timeZone),
    ...(site.logo ? [named(logoMeta, site.logo)] : []),
    ...(site.pictureHosts.length > 0 ? [named(pictureHostsMeta, site.pictureHosts.join(" "))] : []),
    ...(page.description
      ? forSearch(page, site, title, page.description)
      : [named("robots", "noindex")]),
    ...(facts ? [scriptElement("application/ld+json", JSON.stringify(facts))] : []),
  ].join("\n    ");
}

function forSearch(page: HeadOf, site: Site, title: string, description: string): string[] {
  const address = site.origin + page.path;
  return [
    named("description", description),
    page.isUnlisted
      ? named("robots", "noindex")
      : `<link rel="canonical" href="${escapeHtml(address)}">`,
    property("og:type", "website"),
    property("og:site_name", site.shopName),
    property("og:title", title),
    property("og:description", description),
    property("og:url", address),
    ...(page.picture && isShownPicture(page.picture, site.pictureHosts)
      ? pictureOf(page.title, page.picture, site)
      : site.logo
        ? pictureOf(site.shopName, site.logo, site)
        : ownPicture(site)),
    named("twitter:card", "summary_large_image"),
  ];
}

function ownPicture({ origin }: Site): string[] {
  return [
    property("og:image", `${origin}/share.png`),
    property("og:image:width", "1200"),
    property("og:image:height", "630"),
    property("og:image:alt", "A brake disc and its caliper, drawn with their measures"),
  ];
}

/** An invalid picture address must not break the page. */
function pictureOf(alt: string, picture: string, { origin }: Site): string[] {
  const address = URL.parse(picture, origin);
  return address ? [property("og:image", address.href), property("og:image:alt", alt)] : [];
}

function named(name: string, content: string): string {
  return `<meta name="${name}" content="${escapeHtml(content)}">`;
}

function property(name: string, content: string): string {
  return `<meta property="${name}" content="${escapeHtml(content)}">`;
}
