import { findPaymentOfIntent, lockPaymentOfIntent } from "./store.ts";

/** What the refunds ask of the payments. */
export const paymentVerbs = { findPaymentOfIntent, lockPaymentOfIntent };
export type PaymentVerbs = typeof paymentVerbs;
