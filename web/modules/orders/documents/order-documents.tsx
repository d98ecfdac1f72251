import { Download, Printer } from "lucide-react";
import type { OrderPage, OrderStep, ShopDocument } from "#contract/order-page.ts";
import { download } from "#web/app/download.ts";
import { DateTime, formatDollars, writeDate } from "#web/app/format.tsx";
import { showToast } from "#web/ui/toast.tsx";

type Props = {
  page: Pick<OrderPage, "order" | "documents" | "documentsLack" | "steps">;
  token?: string | undefined;
};

const names: Record<ShopDocument["kind"], string> = {
  invoice: "Invoice",
  "credit-note": "Credit note",
};

export function OrderDocuments({ page, token }: Props) {
  const { order, documents, documentsLack } = page;
  return (
    <>
      <Receipt page={page} />
      {order.transactionId !== undefined && (
        <section aria-labelledby="documents">
          <h3 id="documents" tabIndex={-1} className="mb-2 scroll-mt-24 text-lg font-bold">
            Invoice
          </h3>
          {documents.length === 0 ? (
            <p className="text-sm text-base-content/75">
              {documentsLack
                ? "Your invoice will be sent to you by e-mail, and you will find it here."
                : order.payment === "refunding"
                  ? "Your invoice and its credit note are here as soon as the refund is done."
                  : "Your invoice is being written. It is here within a minute, and we send you a letter."}
            </p>
          ) : (
            <DocumentList documents={documents} token={token} />
          )}
        </section>
      )}
    </>
  );
}

const receiptNames: Partial<Record<OrderStep["what"], string>> = {
  paid: "Paid by card",
  "refund-asked": "Refund under way",
  refunded: "Refunded to your card",
};

function Receipt({ page: { order, steps } }: Pick<Props, "page">) {
  const money = toMoneySteps(steps);
  if (order.dueOn || money.length === 0) return null;
  return (
    <section aria-labelledby="receipt">
      <h3 id="receipt" className="mb-2 text-lg font-bold">
        Receipt
      </h3>
      <dl className="divide-y divide-base-300 border-y border-base-300">
        {money.map(({ what, at, amount = 0 }) => (
          <div key={`${what} ${at}`} className="flex justify-between gap-4 py-2">
            <dt className="min-w-0">
              {receiptNames[what]}
              <span className="block text-sm text-base-content/75">
                <DateTime time={at} />
              </span>
            </dt>
            <dd className="whitespace-nowrap font-semibold">
              {what === "paid" ? "" : "–"}${formatDollars(amount)}
            </dd>
          </div>
        ))}
      </dl>
      <button
        type="button"
        className="btn btn-outline btn-sm mt-3 h-11 border-base-content/50"
        onClick={() => window.print()}
      >
        <Printer className="size-4" aria-hidden="true" />
        Print the receipt
      </button>
    </section>
  );
}

/** The oldest first. Of a refund that is done, not that it was asked for. */
function toMoneySteps(steps: readonly OrderStep[]): OrderStep[] {
  const done = steps.filter(({ what }) => what === "refunded").map(({ amount }) => amount);
  return steps.toReversed().filter(({ what, amount }) => {
    if (amount === undefined || !receiptNames[what]) return false;
    if (what !== "refund-asked") return true;
    const at = done.indexOf(amount);
    if (at >= 0) done.splice(at, 1);
    return at < 0;
  });
}

type ListProps = Pick<Props, "token"> & { documents: readonly ShopDocument[] };

export function DocumentList({ documents, token }: ListProps) {
  return (
    <ul className="divide-y divide-base-300 border-y border-base-300">
      {documents.map((document) => (
        <DocumentRow key={document._id} document={document} token={token} />
      ))}
    </ul>
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
          <time dateTime={issuedOn}>{writeDate(issuedOn)}</time>, ${formatDollars(total)}
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
