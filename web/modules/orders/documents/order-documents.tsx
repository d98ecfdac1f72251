import { Download } from "lucide-react";
import type { OrderPage, ShopDocument } from "#contract/order-page.ts";
import { download } from "#web/app/download.ts";
import { formatDate, formatDollars } from "#web/app/format.tsx";
import { showToast } from "#web/ui/toast.tsx";

type Props = {
  page: Pick<OrderPage, "order" | "documents">;
  token?: string | undefined;
  heading?: "h3" | "h4";
};

const names: Record<ShopDocument["kind"], string> = {
  invoice: "Invoice",
  "credit-note": "Credit note",
};

export function OrderDocuments({
  page: { order, documents },
  token,
  heading: Heading = "h3",
}: Props) {
  if (order.transactionId === undefined) return null;
  return (
    <section aria-labelledby="documents">
      <Heading id="documents" tabIndex={-1} className="mb-2 scroll-mt-24 text-lg font-bold">
        Invoice
      </Heading>
      {documents.length === 0 ? (
        <p className="text-sm text-base-content/75">
          Your invoice is being written. It is here within a minute, and we send you a letter.
        </p>
      ) : (
        <ul className="divide-y divide-base-300 border-y border-base-300">
          {documents.map((document) => (
            <DocumentRow key={document._id} document={document} token={token} />
          ))}
        </ul>
      )}
    </section>
  );
}

function DocumentRow({
  document: { _id, kind, number, issuedOn, total, corrects },
  token,
}: Pick<Props, "token"> & { document: ShopDocument }) {
  const label = `${names[kind]} ${number}, PDF`;
  const look = "btn btn-outline btn-sm h-11 border-base-content/50";
  const icon = <Download className="size-4" aria-hidden="true" />;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
      <div className="min-w-0">
        <p className="font-semibold">
          {names[kind]} <span className="font-mono whitespace-nowrap">{number}</span>
        </p>
        <p className="text-sm text-base-content/75">
          <time dateTime={issuedOn}>{formatDate(`${issuedOn}T12:00:00Z`)}</time>, $
          {formatDollars(total)}
          {corrects && ` of ${corrects}`}
        </p>
      </div>
      {token === undefined ? (
        <a href={`/api/documents/${_id}/file.pdf`} download aria-label={label} className={look}>
          {icon}
          PDF
        </a>
      ) : (
        <button
          type="button"
          aria-label={label}
          className={look}
          onClick={() => {
            download("/api/order-links/document.pdf", { token, document: _id }).catch(
              (error: Error) => showToast(error.message, "error"),
            );
          }}
        >
          {icon}
          PDF
        </button>
      )}
    </li>
  );
}
