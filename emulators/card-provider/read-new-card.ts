import { type Billing, type Card, readBilling, readCard } from "./cards.ts";
import { invalidRequest } from "./errors.ts";
import type { Form } from "./parse-form.ts";

export function readNewCard(data: Form): { card: Card; billing: Billing } {
  if (data.type !== "card" || typeof data.card !== "object") {
    throw invalidRequest("Invalid payment_method_data: this emulator exists cards only", {
      param: "payment_method_data[type]",
    });
  }
  return { card: readCard(data.card), billing: readBilling(data.billing_details) };
}
