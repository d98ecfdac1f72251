import { escapeHtml } from "#contract/pages/escape-html.ts";
import type { Site } from "#contract/pages/renderer.ts";
import { scriptElement } from "#contract/pages/script-element.ts";
import type { Page } from "./page.ts";

type PageAt = Page & { path: string };

export function pageTitle(page: Page, shopName: string): string {
  return `${page.title} · ${shopName}`;
}

export function renderHead(page: PageAt, site: Site, facts: object | undefined): string {
  const title = pageTitle(page, site.shopName);
  return [
    `<title>${escapeHtml(title)}</title>`,
    named("application-name", site.shopName),
    named("apple-mobile-web-app-title", site.shopName),
    ...(page.description
      ? forSearch(page, site, title, page.description)
      : [named("robots", "noindex")]),
    ...(facts ? [scriptElement("application/ld+json", JSON.stringify(facts))] : []),
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
