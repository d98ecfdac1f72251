import { useState } from "react";
import { Field } from "#web/ui/field.tsx";
import { SubmitButton } from "#web/ui/submit-button.tsx";
import { TextArea } from "#web/ui/text-area.tsx";
import { NumberField } from "./number-field.tsx";
import { ProductAdded } from "./product-added.tsx";
import { ProductPreview } from "./product-preview.tsx";
import { UploadField } from "./upload-field.tsx";
import { useAddProduct } from "./use-add-product.ts";

type Props = {
  personId: string;
  /** Keeps a picture, and answers its address. */
  upload: (picture: File) => Promise<string>;
};

/** What is right, the shop alone decides: the form has no rules of its own. */
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

  const number = (name: "minimumQuantity" | "availablQuantity" | "price", example: string) => ({
    error: errors[name]?.message,
    onComma: () => setError(name, { message: `Write it without commas, as ${example}` }),
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
            {...number("minimumQuantity", "1250")}
          />
          <NumberField
            label="Availabl Quantity"
            inputMode="numeric"
            hint="Pieces on the shelf now"
            {...number("availablQuantity", "1250")}
          />
          <NumberField
            label="Per Price"
            inputMode="decimal"
            step="any"
            hint="In dollars, as 12.50"
            {...number("price", "1250.50")}
          />
        </div>
        {errors.root && (
          <p role="alert" className="font-medium text-error">
            {errors.root.message}
          </p>
        )}
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
