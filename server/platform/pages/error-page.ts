import { escapeHtml } from "#contract/pages/escape-html.ts";
import type { ErrorPage } from "#server/platform/http/handle-errors.ts";

/** For when the renderer fails. Unstyled, because the policy forbids inline styles. */
export function createErrorPage(shopName: string): ErrorPage {
  const name = escapeHtml(shopName);
  return ({ status, message }) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<title>${name}</title>
</head>
<body>
<main>
<p>${name}</p>
<h1>${status}</h1>
<p>${escapeHtml(message)}</p>
<p><a href="">Try again</a> or go to the <a href="/">home page</a>.</p>
</main>
</body>
</html>
`;
}
