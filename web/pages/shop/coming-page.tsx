import { useLocation } from "react-router";
import { PageLink } from "#web/page-link.tsx";
import { paths } from "#web/paths.ts";
import { pageAt } from "#web/router.tsx";

/** Stands where a page will be, and says so. */
export function ComingPage() {
  const { title, layout } = pageAt(useLocation().pathname);
  const Heading = layout ? "h2" : "h1";
  return (
    <section className={`grid justify-items-start gap-4 ${layout ? "" : "wide py-24"}`}>
      <Heading className={`${layout ? "text-2xl" : "text-4xl"} font-extrabold`}>{title}</Heading>
      <p className="max-w-xl text-lg">
        This page is still being built and does nothing yet. The catalogue is open already.
      </p>
      <PageLink to={paths.products} className="btn btn-secondary">
        See all products
      </PageLink>
    </section>
  );
}
