import { useQuery } from "@tanstack/react-query";
import type { Order } from "#contract/orders.ts";
import { listDetails } from "#contract/rules/missing-seller-details.ts";
import { PageLink } from "#web/app/page-link.tsx";
import { paths } from "#web/app/paths.ts";
import { orderPage } from "../page-calls.ts";
import { DocumentList } from "./order-documents.tsx";

export function ManagedDocuments({ order }: { order: Order }) {
  const { data: page } = useQuery(orderPage(`${order.number}`));
  if (!page || page.order.transactionId === undefined) return null;
  const { documents, documentsLack: lack } = page;
  return (
    <section aria-labelledby="documents" className="mt-8 max-w-2xl">
      <h4 id="documents" tabIndex={-1} className="mb-2 scroll-mt-24 text-lg font-bold">
        Invoice
      </h4>
      {documents.length > 0 && <DocumentList documents={documents} />}
      {lack ? (
        <p className="border-s-4 border-warning ps-3">
          Invoices and credit notes must name you. They wait until the{" "}
          <PageLink to={paths.settings} className="link">
            settings of the company
          </PageLink>{" "}
          have its {listDetails(lack)}, and are issued then.
        </p>
      ) : documents.length > 0 ? null : (
        <p className="text-sm text-base-content/75">
          {page.order.payment === "refunding"
            ? "The invoice and its credit note are written when the refund is done."
            : "The invoice is being written. It is here within a minute, and the customer gets a letter."}
        </p>
      )}
    </section>
  );
}
