import { usePerson } from "#web/identity/guards.tsx";
import { uploadPicture } from "#web/images/calls.ts";
import { PageHeading } from "#web/pages/account/page-heading.tsx";
import { AddProductForm } from "#web/parts/add-product-form.tsx";

export function AddProductPage() {
  const { _id } = usePerson();
  return (
    <section>
      <PageHeading>Add A New Product</PageHeading>
      <AddProductForm personId={_id} upload={uploadPicture} />
    </section>
  );
}
