import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense } from "react";
import { late } from "#web/ui/late.tsx";
import { InlineLoading, LoadFailed } from "#web/ui/placeholder.tsx";
import { partRecord, partTypeTree } from "./product-calls.ts";

const ProductForm = late(async () => (await import("./product-form.tsx")).ProductForm);

type Props = {
  id: string;
  upload: (picture: File) => Promise<string>;
  history: (asOf: string) => ReactNode;
  missing: ReactNode;
};

export function EditProduct({ id, upload, history, missing }: Props) {
  const record = useQuery(partRecord(id));
  const types = useQuery(partTypeTree());
  const { data: part } = record;
  if (part === null) return missing;
  if (part && types.data) {
    const { version, price, availablQuantity } = part;
    return (
      <Suspense fallback={<InlineLoading />}>
        <ProductForm part={part} types={types.data} upload={upload}>
          {history(`${version} ${price} ${availablQuantity}`)}
        </ProductForm>
      </Suspense>
    );
  }
  const failed = record.error ? record : types.error ? types : undefined;
  if (!failed) return <InlineLoading />;
  return (
    <LoadFailed
      title="This product could not be fetched"
      error={failed.error}
      retry={failed.refetch}
    />
  );
}
