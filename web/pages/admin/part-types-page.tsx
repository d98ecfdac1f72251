import { Suspense } from "react";
import { PageHeading } from "#web/pages/account/page-heading.tsx";
import { late } from "#web/ui/late.tsx";
import { InlineLoading } from "#web/ui/placeholder.tsx";

const TypeTree = late(
  async () => (await import("#web/modules/catalog/types/type-tree.tsx")).TypeTree,
);

export function PartTypesPage() {
  return (
    <section>
      <PageHeading>Part Types</PageHeading>
      <p className="mb-4 max-w-prose leading-relaxed text-base-content/80">
        The tree by which customers browse, with the words that they search by and the attributes
        that they filter by.
      </p>
      <Suspense fallback={<InlineLoading />}>
        <TypeTree />
      </Suspense>
    </section>
  );
}
