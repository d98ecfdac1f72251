import type { readOwnBasket } from "#server/modules/baskets/store.ts";
import type { readOwnCheckout } from "#server/modules/checkout/store.ts";
import type {
  deleteOwnInvitations,
  readOwnInvitations,
} from "#server/modules/companies/invitations.ts";
import type { debtProblem, readOwnMembership } from "#server/modules/companies/store.ts";
import type { findAccount } from "#server/modules/customers/accounts.ts";
import type {
  deleteOwnAccount,
  leaveProblem,
  readOwnAccount,
} from "#server/modules/customers/own-account.ts";
import type { removalProblem } from "#server/modules/customers/remove-user.ts";
import type { readOwnGarage } from "#server/modules/garage/own-garage.ts";
import type { IdentityContext } from "#server/modules/identity/context.ts";
import type { identityProblem, readOwnSignIns } from "#server/modules/identity/own-sign-ins.ts";
import type { clearSessionCookie } from "#server/modules/identity/start-session.ts";
import type { readOwnDocuments } from "#server/modules/invoices/store.ts";
import type { listWaitingLetters } from "#server/modules/letters/list-waiting-letters.ts";
import type { readUploads } from "#server/modules/media/read-uploads.ts";
import type { readOwnCorrections } from "#server/modules/orders/corrected-addresses.ts";
import type { listOwnOrders } from "#server/modules/orders/list-orders.ts";
import type { readOwnBilling } from "#server/modules/orders/own-billing.ts";
import type { findCustomer } from "#server/modules/payments/provider-customers.ts";
import type { readOwnReturns } from "#server/modules/returns/read-own-returns.ts";
import type {
  deleteOwnReviews,
  readOwnReports,
  readOwnReviews,
} from "#server/modules/reviews/own-reviews.ts";
import type { readOwnViews } from "#server/modules/saved-views/store.ts";
import type { readOwnShipments } from "#server/modules/shipments/read-own-shipments.ts";
import type { deleteOwnAlerts, readOwnAlerts } from "#server/modules/stock-alerts/own-alerts.ts";
import type { readOwnWishes } from "#server/modules/wishes/own-wishes.ts";
import type { readOwnWithdrawals } from "#server/modules/withdrawals/store.ts";
import type { listChangesAbout } from "#server/platform/audit/list-changes-about.ts";

export type PrivacyContext = IdentityContext & {
  ownData: {
    findAccount: typeof findAccount;
    removalProblem: typeof removalProblem;
    readOwnAccount: typeof readOwnAccount;
    readOwnSignIns: typeof readOwnSignIns;
    readOwnReviews: typeof readOwnReviews;
    readOwnReports: typeof readOwnReports;
    readOwnBilling: typeof readOwnBilling;
    readOwnInvitations: typeof readOwnInvitations;
    listOwnOrders: typeof listOwnOrders;
    readOwnCorrections: typeof readOwnCorrections;
    readOwnShipments: typeof readOwnShipments;
    readOwnMembership: typeof readOwnMembership;
    readOwnDocuments: typeof readOwnDocuments;
    readOwnBasket: typeof readOwnBasket;
    readOwnCheckout: typeof readOwnCheckout;
    readOwnAlerts: typeof readOwnAlerts;
    readOwnReturns: typeof readOwnReturns;
    readOwnWithdrawals: typeof readOwnWithdrawals;
    readOwnWishes: typeof readOwnWishes;
    listChangesAbout: typeof listChangesAbout;
    findCustomer: typeof findCustomer;
    readOwnViews: typeof readOwnViews;
    readOwnGarage: typeof readOwnGarage;
    listWaitingLetters: typeof listWaitingLetters;
    readUploads: typeof readUploads;
    identityProblem: typeof identityProblem;
    leaveProblem: typeof leaveProblem;
    debtProblem: typeof debtProblem;
    deleteOwnReviews: typeof deleteOwnReviews;
    deleteOwnAlerts: typeof deleteOwnAlerts;
    deleteOwnInvitations: typeof deleteOwnInvitations;
    deleteOwnAccount: typeof deleteOwnAccount;
    clearSessionCookie: typeof clearSessionCookie;
  };
};
