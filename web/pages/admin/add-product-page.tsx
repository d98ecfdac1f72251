import { AddProductForm } from "#web/modules/catalog/add-product-form.tsx";
import { usePerson } from "#web/modules/identity/person.ts";
import { uploadPicture } from "#web/modules/media/calls.ts";
import { PageHeading } from "#web/pages/account/page-heading.tsx";

export function AddProductPage() {
  const { _id } = usePerson();
  return (
    <section>
      <PageHeading>Add A New Product</PageHeading>
      <AddProductForm personId={_id} upload={uploadPicture} />
    </section>
  );
}
