import { findPaymentOfIntent, lockPaymentOfIntent } from "./store.ts";

export const paymentVerbs = { findPaymentOfIntent, lockPaymentOfIntent };
export type PaymentVerbs = typeof paymentVerbs;
