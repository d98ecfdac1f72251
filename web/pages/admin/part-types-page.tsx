import { TypeTree } from "#web/modules/catalog/types/type-tree.tsx";
import { PageHeading } from "#web/pages/account/page-heading.tsx";

export function PartTypesPage() {
  return (
    <section>
      <PageHeading>Part Types</PageHeading>
      <p className="mb-4 max-w-prose leading-relaxed text-base-content/80">
        The tree by which customers browse, with the words that they search by and the attributes
        that they filter by.
      </p>
      <TypeTree />
    </section>
  );
}
