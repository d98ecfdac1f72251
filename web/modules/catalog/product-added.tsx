import { PageLink } from "#web/app/page-link.tsx";
import { paths, purchasePath } from "#web/app/paths.ts";

export type Added = { id: string; name: string };

export function ProductAdded({ added: { id, name } }: { added: Added }) {
  return (
    <div className="grid gap-2 border border-s-4 border-base-300 border-s-success bg-base-100 p-4 leading-relaxed wrap-anywhere">
      <p>
        <strong>{name}</strong> is in the catalogue now.
      </p>
      <p className="flex flex-wrap gap-x-6 gap-y-2">
        <PageLink to={purchasePath(id)} className="link font-semibold">
          See it as customers do
        </PageLink>
        <PageLink to={paths.manageProducts} className="link font-semibold">
          Manage Products
        </PageLink>
      </p>
    </div>
  );
}
