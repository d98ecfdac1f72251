// THE table of all calls, one line a domain.
import { auditCalls } from "./audit.ts";
import { identityCalls } from "./identity.ts";
import { imageCalls } from "./images.ts";
import { ledgerCalls } from "./ledger.ts";
import { liveCalls } from "./live.ts";
import { orderCalls } from "./orders.ts";
import { partCalls } from "./parts.ts";
import { paymentCalls } from "./payments.ts";
import { reviewCalls } from "./reviews.ts";
import { userCalls } from "./users.ts";

export const calls = {
  parts: partCalls,
  orders: orderCalls,
  payments: paymentCalls,
  reviews: reviewCalls,
  users: userCalls,
  identity: identityCalls,
  images: imageCalls,
  ledger: ledgerCalls,
  audit: auditCalls,
  live: liveCalls,
};
