import { legalPageSlugs, legalPageTitles } from "#contract/rules/legal-pages.ts";
import { PageLink } from "./page-link.tsx";
import { legalPath, paths } from "./paths.ts";

export function LegalLinks() {
  return (
    <nav aria-label="Legal" className="border-t border-base-300 print:hidden">
      <ul className="wide flex flex-wrap gap-x-6 py-2">
        {legalPageSlugs.map((page) => (
          <Link key={page} to={legalPath(page)} name={legalPageTitles[page]} />
        ))}
        <Link to={paths.withdraw} name="Withdraw from contract here" />
      </ul>
    </nav>
  );
}

function Link({ to, name }: { to: string; name: string }) {
  return (
    <li>
      <PageLink to={to} className="link inline-flex min-h-11 items-center">
        {name}
      </PageLink>
    </li>
  );
}
