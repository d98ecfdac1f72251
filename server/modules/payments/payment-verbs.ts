import {
  addReceived,
  recordReminders,
  settleAccount,
  storeAccountPayment,
} from "./account-payments.ts";
import {
  findLivePayment,
  findPaymentOfIntent,
  lockPaymentOfIntent,
  stopPaymentOf,
} from "./store.ts";

export const paymentVerbs = {
  findLivePayment,
  findPaymentOfIntent,
  lockPaymentOfIntent,
  stopPaymentOf,
  addReceived,
  settleAccount,
  storeAccountPayment,
  recordReminders,
};
export type PaymentVerbs = typeof paymentVerbs;
