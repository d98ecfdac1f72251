import { PageLink } from "#web/page-link.tsx";
import { paths } from "#web/paths.ts";

export function NotFoundPage() {
  return (
    <section className="wide grid place-items-center gap-4 py-24 text-center">
      <h1 className="text-9xl font-extrabold text-error">404</h1>
      <p className="text-lg">There is no page at this address.</p>
      <PageLink to={paths.home} className="btn btn-secondary">
        Go to the home page
      </PageLink>
    </section>
  );
}
