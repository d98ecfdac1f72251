import { escapeHtml } from "#contract/html.ts";
import { inScript } from "#contract/in-script.ts";
import type { Site } from "#contract/renderer.ts";
import type { Page } from "./page.ts";

type PageAt = Page & { path: string };

export function titleOf(page: Page, shopName: string): string {
  return `${page.title} · ${shopName}`;
}

/** What the head of the document says of a page. `facts` is for machines that read pages. */
export function headOf(page: PageAt, site: Site, facts: object | undefined): string {
  const title = titleOf(page, site.shopName);
  return [
    `<title>${escapeHtml(title)}</title>`,
    named("application-name", site.shopName),
    named("apple-mobile-web-app-title", site.shopName),
    ...(page.description
      ? forSearch(page, site, title, page.description)
      : [named("robots", "noindex")]),
    ...(facts ? [inScript("application/ld+json", JSON.stringify(facts))] : []),
  ].join("\n    ");
}

function forSearch(page: PageAt, site: Site, title: string, description: string): string[] {
  const address = site.origin + page.path;
  return [
    named("description", description),
    `<link rel="canonical" href="${escapeHtml(address)}">`,
    property("og:type", "website"),
    property("og:site_name", site.shopName),
    property("og:title", title),
    property("og:description", description),
    property("og:url", address),
    property("og:image", `${site.origin}/share.png`),
    property("og:image:width", "1200"),
    property("og:image:height", "630"),
    property("og:image:alt", "A brake disc and its caliper, drawn with their measures"),
    named("twitter:card", "summary_large_image"),
  ];
}

function named(name: string, content: string): string {
  return `<meta name="${name}" content="${escapeHtml(content)}">`;
}

function property(name: string, content: string): string {
  return `<meta property="${name}" content="${escapeHtml(content)}">`;
}
