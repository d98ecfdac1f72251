import { documentCalls } from "#contract/documents.ts";
import type { OrderPage } from "#contract/order-page.ts";
import { vatCalls } from "#contract/vat.ts";
import { call } from "#web/app/call.ts";
import { formatDollars } from "#web/app/format.tsx";
import { FormError } from "#web/ui/field.tsx";
import { useOrderAction } from "./use-order-action.ts";

/** Of an order that was placed with a VAT number that nobody had confirmed. */
export function TaxOff({ page }: { page: OrderPage }) {
  const { order, vatId, billTo, shipTo } = page;
  const { run, isBusy, failure } = useOrderAction();
  const payer = billTo ?? shipTo;
  if (!payer) return null;
  const name = payer.company || payer.name;
  const confirm = () => call(vatCalls.confirm, { body: { vatId, name, country: payer.country } });
  const takeOff = () => call(documentCalls.takeTaxOff, { params: { id: order._id } });
  return (
    <div className="grid gap-3">
      <p className="text-sm text-base-content/80">
        It was placed with the VAT number {vatId} of {name} before that was confirmed, and contains
        ${formatDollars(order.tax)} tax. Once the number is confirmed, the tax can be refunded: with
        a credit note over the invoice, and a new invoice without tax.
      </p>
      <FormError>{failure}</FormError>
      <div className="flex flex-wrap gap-3">
        <button
          type="button"
          className="btn btn-outline"
          aria-busy={isBusy}
          onClick={() => run(confirm, `The VAT number ${vatId} is confirmed`)}
        >
          Confirm the number
        </button>
        <button
          type="button"
          className="btn btn-outline"
          aria-busy={isBusy}
          onClick={() => run(takeOff, "The tax is refunded")}
        >
          Refund the tax
        </button>
      </div>
    </div>
  );
}
