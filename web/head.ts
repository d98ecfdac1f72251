import { escapeHtml } from "#contract/html.ts";
import { shopName } from "#contract/shop-name.ts";
import type { Page } from "./router.tsx";

export function titleOf(page: Page): string {
  return `${page.title} · ${shopName}`;
}

/** What the head of the document says of a page. */
export function headOf(page: Page): string {
  const description = page.description
    ? `\n    <meta name="description" content="${escapeHtml(page.description)}">`
    : '\n    <meta name="robots" content="noindex">';
  return `<title>${escapeHtml(titleOf(page))}</title>${description}`;
}
