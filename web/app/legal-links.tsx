import { legalPageNames, legalPages } from "#contract/rules/legal-pages.ts";
import { PageLink } from "./page-link.tsx";
import { legalPath } from "./paths.ts";

/** Above the footer, whose lines are specified. */
export function LegalLinks() {
  return (
    <nav aria-label="Legal" className="border-t border-base-300 print:hidden">
      <ul className="wide flex flex-wrap gap-x-6 py-2">
        {legalPageNames.map((page) => (
          <li key={page}>
            <PageLink to={legalPath(page)} className="link inline-flex min-h-11 items-center">
              {legalPages[page]}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
