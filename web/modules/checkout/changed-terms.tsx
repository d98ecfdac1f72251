import { useState } from "react";
import { legalPageTitles } from "#contract/rules/legal-pages.ts";
import { changedPages, type LegalVersions } from "#contract/rules/legal-versions.ts";
import { PageLink } from "#web/app/page-link.tsx";
import { legalPath } from "#web/app/paths.ts";

export function ChangedTerms({ legal }: { legal: LegalVersions }) {
  const [seen] = useState(legal);
  return (
    <div role="status" className="border-s-4 border-warning ps-3 empty:hidden">
      {changedPages(seen, legal).map((page) => (
        <p key={page}>
          There is a new version of{" "}
          <PageLink to={legalPath(page)} className="link">
            {legalPageTitles[page]}
          </PageLink>{" "}
          since you opened this page. It holds for this order.
        </p>
      ))}
    </div>
  );
}
