import { useQueryClient } from "@tanstack/react-query";
import { Suspense } from "react";
import { useParams } from "react-router";
import type { AuditAction } from "#contract/audit.ts";
import { BackLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { EditProduct } from "#web/modules/catalog/product/edit-product.tsx";
import { late } from "#web/ui/late.tsx";
import { InlineLoading, Note } from "#web/ui/placeholder.tsx";

const ChangesOf = late(async () => (await import("#web/modules/audit/changes-of.tsx")).ChangesOf);

const PartImports = late(
  async () => (await import("#web/modules/imports/part-imports.tsx")).PartImports,
);

async function upload(picture: File): Promise<string> {
  const { uploadPicture } = await import("#web/modules/media/calls.ts");
  return uploadPicture(picture);
}

const undoableActions: AuditAction[] = [
  ...(["edit-part", "change-price", "change-stock", "delete-product"] as const),
  ...(["add-application", "edit-application", "delete-application", "declare-fit"] as const),
];

export function ManageProductPage() {
  const { id = "" } = useParams();
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: ["parts"] });
  const history = (asOf: string) => (
    <div>
      <Suspense fallback={<InlineLoading />}>
        <ChangesOf about={id} asOf={asOf} undoableActions={undoableActions} onUndone={refresh} />
        <PartImports part={id} onUndone={refresh} />
      </Suspense>
    </div>
  );
  return (
    <section>
      <BackLink to={paths.manageProducts}>Manage Products</BackLink>
      <EditProduct
        key={id}
        id={id}
        upload={upload}
        history={history}
        missing={
          <div className="grid gap-8">
            <Note title="This product is not in the catalogue" heading="h2">
              <p>If it was deleted, you can undo that here.</p>
            </Note>
            {history("deleted")}
          </div>
        }
      />
    </section>
  );
}
