import type { Order } from "#contract/orders.ts";
import { legalPageTitles } from "#contract/rules/legal-pages.ts";
import { agreedPages } from "#contract/rules/legal-versions.ts";
import { PageLink } from "#web/app/page-link.tsx";
import { legalPath } from "#web/app/paths.ts";

export function OrderTerms({ versions }: { versions: NonNullable<Order["legal"]> }) {
  return (
    <ul className="grid gap-1">
      {agreedPages.map((page) => (
        <li key={page}>
          <PageLink
            to={legalPath(page, versions[page] ?? 0)}
            className="link inline-flex min-h-6 items-center"
          >
            {legalPageTitles[page]}
            {versions[page] ? `, version ${versions[page]}` : " (sample)"}
          </PageLink>
        </li>
      ))}
    </ul>
  );
}
