import { escapeHtml } from "#contract/html.ts";
import type { Refusal } from "#contract/refusals.ts";
import { shopName } from "#contract/shop-name.ts";

/** A page for when the shop's own pages cannot be made: it needs nothing but itself. */
export function failurePage(refusal: Refusal): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(shopName)}</title>
</head>
<body>
<main>
<h1>${refusal.status}</h1>
<p>${escapeHtml(refusal.message)}</p>
<p><a href="">Try again</a> or go to the <a href="/">home page</a>.</p>
</main>
</body>
</html>
`;
}
