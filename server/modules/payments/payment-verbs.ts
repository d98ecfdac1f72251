import {
  addReceived,
  settleAccount,
  storeAccountPayment,
  storeReminded,
} from "./account-payments.ts";
import {
  findLivePayment,
  findPaymentOfIntent,
  lockPaymentOfIntent,
  stopPaymentOf,
} from "./store.ts";

export const paymentVerbs = {
  ...{ findLivePayment, findPaymentOfIntent, lockPaymentOfIntent, stopPaymentOf },
  ...{ addReceived, settleAccount, storeAccountPayment, storeReminded },
};
export type PaymentVerbs = typeof paymentVerbs;
