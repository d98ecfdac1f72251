import { PackagePlus } from "lucide-react";
import { Suspense, useRef, useState } from "react";
import type { ManagedPart } from "#contract/part-edits.ts";
import { worksOn } from "#contract/rules/roles.ts";
import { PageLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { DeleteProduct } from "#web/modules/catalog/delete-product.tsx";
import { usePerson } from "#web/modules/identity/person.ts";
import { useAdmin } from "#web/modules/identity/use-admin.ts";
import { late } from "#web/ui/late.tsx";
import { InlineLoading } from "#web/ui/placeholder.tsx";
import { PageHeading } from "./page-heading.tsx";

const ManageProducts = late(
  async () => (await import("#web/modules/catalog/manage-products.tsx")).ManageProducts,
);
const ReadOnlyProducts = late(
  async () => (await import("#web/modules/catalog/product-table.tsx")).ReadOnlyProducts,
);

export function ManageProductsPage() {
  const { admin } = useAdmin();
  const { adminRole } = usePerson();
  const mayEdit = admin && (adminRole === undefined || worksOn(adminRole, "catalogue"));
  // Kept here, because the role may be lost while the dialog is open.
  const [toDelete, setToDelete] = useState<ManagedPart>();
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section>
      <div className="flex flex-wrap items-start justify-between gap-x-4">
        <PageHeading heading={heading}>Manage Products</PageHeading>
        {mayEdit && (
          <PageLink
            to={paths.addProduct}
            className="link -mt-2 inline-flex min-h-11 items-center gap-2 font-medium"
          >
            <PackagePlus className="size-4" aria-hidden="true" />
            Add A Product
          </PageLink>
        )}
      </div>
      {admin === false && (
        <p className="mb-5 max-w-prose border-s-4 border-base-300 ps-3 leading-relaxed">
          You are welcome to look through the whole stock here. Only admins of the shop can delete a
          product.
        </p>
      )}
      {admin && !mayEdit && (
        <p className="mb-5 max-w-prose border-s-4 border-base-300 ps-3 leading-relaxed">
          With your role you can view the whole stock but not change it.
        </p>
      )}
      <Suspense fallback={<InlineLoading />}>
        {admin === undefined && <InlineLoading />}
        {mayEdit === true && <ManageProducts onDelete={setToDelete} />}
        {mayEdit === false && <ReadOnlyProducts />}
      </Suspense>
      {toDelete && (
        <DeleteProduct part={toDelete} heading={heading} onClose={() => setToDelete(undefined)} />
      )}
    </section>
  );
}
