import { useLocation } from "react-router";
import { PageLink } from "#web/page-link.tsx";
import { paths } from "#web/paths.ts";
import { pageAt } from "#web/router.tsx";

/** Stands where a page will be, and says so. */
export function ComingPage() {
  const { title } = pageAt(useLocation().pathname);
  return (
    <section className="wide grid justify-items-start gap-4 py-24">
      <h1 className="text-4xl font-extrabold">{title}</h1>
      <p className="max-w-xl text-lg">
        This page is still being built and does nothing yet. The catalogue is open already.
      </p>
      <PageLink to={paths.products} className="btn btn-secondary">
        See all products
      </PageLink>
    </section>
  );
}
