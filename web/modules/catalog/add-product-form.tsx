import type { ClipboardEvent, ComponentPropsWithRef, KeyboardEvent } from "react";
import { useState } from "react";
import { Controller } from "react-hook-form";
import { MoneyField } from "#web/app/money-field.tsx";
import { PageLink } from "#web/app/page-link.tsx";
import { manageProductPath, paths, purchasePath } from "#web/app/paths.ts";
import { Field, FormError, SubmitButton, TextArea } from "#web/ui/field.tsx";
import { ProductPreview } from "./product-preview.tsx";
import { UploadField } from "./upload-field.tsx";
import { type Added, useAddProduct } from "./use-add-product.ts";

type Props = {
  personId: string;
  upload: (picture: File) => Promise<string>;
};

/** The server alone validates: the form has no rules of its own. */
export function AddProductForm({ personId, upload }: Props) {
  const { form, keep, added, isSending, send } = useAddProduct(personId);
  const { register, handleSubmit, setError, setValue, clearErrors, watch } = form;
  const { errors } = form.formState;
  const [isUploading, setUploading] = useState(false);

  function takePicture(url: string) {
    setValue("img", url, { shouldDirty: true });
    clearErrors("img");
    keep();
  }

  const count = (name: "minimumQuantity" | "availablQuantity") => ({
    error: errors[name]?.message,
    onComma: () => setError(name, { message: "Write it without commas, as 1250" }),
    ...register(name, { onChange: () => clearErrors(name) }),
  });

  return (
    <div className="grid items-start gap-10 xl:grid-cols-[minmax(0,1fr)_20rem] xl:gap-14">
      <form
        noValidate
        aria-labelledby="product-information"
        className="grid gap-5"
        onChange={keep}
        onSubmit={handleSubmit((product) =>
          isUploading
            ? setError("img", { message: onItsWay }, { shouldFocus: true })
            : send(product),
        )}
      >
        <h3 id="product-information" className="text-lg font-bold">
          Product Information
        </h3>
        <Field label="Name" error={errors.name?.message} {...register("name")} />
        <div className="grid gap-5 border border-base-300 p-4 sm:p-5">
          <Field
            label="Image URL"
            type="url"
            inputMode="url"
            spellCheck={false}
            error={errors.img?.message}
            {...register("img")}
          />
          <UploadField
            label="Or upload a picture"
            upload={upload}
            isUploading={isUploading}
            onUploading={setUploading}
            onUploaded={takePicture}
          />
        </div>
        <TextArea
          label="Description"
          rows={5}
          error={errors.description?.message}
          {...register("description")}
        />
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9.5rem,100%),1fr))] items-start gap-5">
          <NumberField
            label="Minimum Quantity"
            inputMode="numeric"
            hint="An order must be more than this"
            {...count("minimumQuantity")}
          />
          <NumberField
            label="Availabl Quantity"
            inputMode="numeric"
            hint="Pieces on the shelf now"
            {...count("availablQuantity")}
          />
          <Controller
            name="price"
            control={form.control}
            render={({ field }) => (
              <MoneyField
                {...field}
                type="number"
                label="Per Price"
                hint="In dollars, as 12.50"
                error={errors.price?.message}
                onChange={(typed) => {
                  clearErrors("price");
                  field.onChange(typed);
                }}
                onChoose={(chosen) => {
                  clearErrors("price");
                  field.onChange(chosen);
                  keep();
                }}
              />
            )}
          />
        </div>
        <FormError>{errors.root?.message}</FormError>
        <div>
          <SubmitButton busy={isSending}>Add Product</SubmitButton>
        </div>
        <div role="status" className="empty:absolute">
          {added && <ProductAdded added={added} />}
        </div>
      </form>
      <ProductPreview product={watch()} />
    </div>
  );
}

const onItsWay = "The picture is still being uploaded. Add the product when it is here.";

type NumberProps = Omit<ComponentPropsWithRef<typeof Field>, "type"> & {
  /** A comma was typed or pasted: browsers drop it, and 1,5 would become 15. */
  onComma: () => void;
};

function NumberField({ onComma, ...field }: NumberProps) {
  function refuse(event: KeyboardEvent | ClipboardEvent) {
    event.preventDefault();
    onComma();
  }
  return (
    <Field
      {...field}
      type="number"
      onKeyDown={(event) => event.key === "," && refuse(event)}
      onPaste={(event) => event.clipboardData.getData("text").includes(",") && refuse(event)}
      // The wheel scrolls the page, not the number.
      onWheel={(event) => event.currentTarget.blur()}
    />
  );
}

function ProductAdded({ added: { id, name } }: { added: Added }) {
  return (
    <div className="grid gap-2 border border-s-4 border-base-300 border-s-success bg-base-100 p-4 leading-relaxed wrap-anywhere">
      <p>
        <strong>{name}</strong> is in the catalogue now.
      </p>
      <p className="flex flex-wrap gap-x-6 gap-y-2">
        <PageLink to={purchasePath(id)} className="link font-semibold">
          See it as customers do
        </PageLink>
        <PageLink to={manageProductPath(id)} className="link font-semibold">
          Set its number, type and attributes
        </PageLink>
        <PageLink to={paths.manageProducts} className="link font-semibold">
          Manage Products
        </PageLink>
      </p>
    </div>
  );
}
