import type { ShopDocument } from "../order-page.ts";

type Issued = Pick<ShopDocument, "kind" | "number" | "corrects">;

export function correctionProblem(documents: readonly Issued[]): string | undefined {
  const invoice = documents.findLast(({ kind }) => kind === "invoice");
  if (!invoice) return "This order has no invoice yet.";
  const credit = documents.find(({ corrects }) => corrects === invoice.number);
  return (
    credit &&
    `Credit note ${credit.number} is about this invoice already, so it can no longer be corrected.`
  );
}
