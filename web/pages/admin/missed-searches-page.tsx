import { Suspense } from "react";
import { PageHeading } from "#web/pages/account/page-heading.tsx";
import { late } from "#web/ui/late.tsx";
import { InlineLoading } from "#web/ui/placeholder.tsx";

const MissedSearches = late(
  async () => (await import("#web/modules/search/missed/missed-searches.tsx")).MissedSearches,
);

const AddTerm = late(async () => (await import("#web/modules/catalog/add-term.tsx")).AddTerm);

export function MissedSearchesPage() {
  return (
    <section>
      <PageHeading>Missed Searches</PageHeading>
      <p className="mb-4 max-w-prose leading-relaxed text-base-content/80">
        What people searched for in the last 90 days and did not find. Add the words as a number of
        a product or as another word for a part type; dismiss what you do not sell. A search that is
        repeated before the catalogue changes counts once.
      </p>
      <Suspense fallback={<InlineLoading />}>
        <MissedSearches
          adding={(term, close) => (
            <Suspense fallback={null}>
              <AddTerm term={term} onClose={close} />
            </Suspense>
          )}
        />
      </Suspense>
    </section>
  );
}
