import { AddProductForm } from "#web/modules/catalog/add-product-form.tsx";
import { usePerson } from "#web/modules/identity/person.ts";
import { PageHeading } from "#web/pages/account/page-heading.tsx";
import { DisabledIfReadOnly } from "#web/ui/read-only.tsx";

async function upload(picture: File): Promise<string> {
  const { uploadPicture } = await import("#web/modules/media/calls.ts");
  return uploadPicture(picture);
}

export function AddProductPage() {
  const { _id } = usePerson();
  return (
    <section>
      <PageHeading>Add A New Product</PageHeading>
      <DisabledIfReadOnly>
        <AddProductForm personId={_id} upload={upload} />
      </DisabledIfReadOnly>
    </section>
  );
}
