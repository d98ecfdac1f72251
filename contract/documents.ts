import * as z from "zod/mini";
import type { Calls } from "./call.ts";
import { id, requestKey, requiredText, text, vatId } from "./fields.ts";
import { orderName, shopDocument } from "./order-page.ts";

export const invoiceCorrection = z.strictObject({
  key: requestKey,
  name: requiredText(200, "Name is Required"),
  address: requiredText(1000, "Address is Required"),
  vatId,
  reference: text(100),
  because: requiredText(300, "Please say why"),
});
export type InvoiceCorrection = z.output<typeof invoiceCorrection>;

export const documentCalls = {
  list: {
    method: "GET",
    path: "/orders/:id/documents",
    summary:
      "Lists the invoices and credit notes of an order, oldest first. `id` is the order's id or its number.",
    who: "own-or-admin",
    params: { id: orderName },
    reply: z.array(shopDocument),
    refusals: ["not-found"],
  },
  file: {
    method: "GET",
    path: "/documents/:id/file.pdf",
    summary: "Answers an invoice or a credit note as PDF/A-3.",
    who: "own-or-admin",
    params: { id },
    reply: z.string(),
    refusals: ["not-found", "too-many", "unavailable"],
    raw: true,
    rateLimit: { max: 120, seconds: 600 },
  },
  linkedFile: {
    method: "POST",
    path: "/order-links/document.pdf",
    summary: "Answers a document of an order to whoever has the token of a letter about the order.",
    who: "visitor",
    body: z.strictObject({ token: requiredText(200), document: id }),
    reply: z.string(),
    refusals: ["not-found", "too-many", "unavailable"],
    raw: true,
    rateLimit: { max: 120, seconds: 600 },
  },
  takeTaxOff: {
    method: "POST",
    path: "/orders/:id/tax-refund",
    summary:
      "Takes the tax off an order that was placed before its VAT number was confirmed: a credit note over its invoice, a new invoice without tax (reverse charge), and a refund of the tax. Sent again, it answers what was done.",
    who: "admin",
    area: "orders",
    confirm: "admins",
    params: { id },
    reply: z.array(shopDocument),
    refusals: ["not-found", "conflict", "refund-too-large"],
  },
  correct: {
    method: "POST",
    path: "/orders/:id/corrections",
    summary:
      "Corrects the invoice of an order: a credit note over all of it, and a new invoice with the given details. The same correction under the same key is made once.",
    who: "admin",
    area: "orders",
    confirm: "admins",
    params: { id },
    body: invoiceCorrection,
    reply: z.array(shopDocument),
    refusals: ["invalid", "not-found", "conflict", "key-reused"],
  },
} as const satisfies Calls;
