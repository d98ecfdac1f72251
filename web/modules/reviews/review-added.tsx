import { PageLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";

export function ReviewAdded() {
  return (
    <p className="flex flex-wrap gap-x-6 gap-y-2 border border-s-4 border-base-300 border-s-success bg-base-100 p-4 leading-relaxed">
      Thank you. Your review is on the home page now.
      <PageLink to={paths.home} className="link font-semibold">
        See it there
      </PageLink>
    </p>
  );
}
