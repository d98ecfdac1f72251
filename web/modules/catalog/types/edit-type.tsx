import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense } from "react";
import { late } from "#web/ui/late.tsx";
import { InlineLoading, LoadFailed } from "#web/ui/placeholder.tsx";
import { partTypeTree } from "../product/product-calls.ts";
import { partTypeRecord } from "./type-calls.ts";

const TypeForm = late(async () => (await import("./type-form.tsx")).TypeForm);

type Props = {
  slug: string;
  history: (id: string, asOf: string) => ReactNode;
  missing: ReactNode;
};

export function EditType({ slug, history, missing }: Props) {
  const record = useQuery(partTypeRecord(slug));
  const types = useQuery(partTypeTree());
  const { data: type } = record;
  if (type === null) return missing;
  if (type && types.data) {
    return (
      <Suspense fallback={<InlineLoading />}>
        <TypeForm key={type._id} type={type} types={types.data}>
          {history(type._id, `${type.version}`)}
        </TypeForm>
      </Suspense>
    );
  }
  const failed = record.error ? record : types.error ? types : undefined;
  if (!failed) return <InlineLoading />;
  return (
    <LoadFailed
      title="This part type could not be fetched"
      error={failed.error}
      retry={failed.refetch}
    />
  );
}
