import { findBankAccount, termsProblem } from "#contract/rules/bank-account.ts";
import { formatAddress } from "#contract/rules/format-address.ts";
import { changedTitles } from "#contract/rules/legal-versions.ts";
import { placeChangeProblem } from "#contract/rules/place-change.ts";
import { priceBasket } from "#contract/rules/price-basket.ts";
import { quoteOrder } from "#contract/rules/quote-order.ts";
import { writeInThread } from "#server/modules/papers/write-in-thread.ts";
import { closeIntent } from "#server/modules/paying/close-intent.ts";
import { confirmationUndoes } from "./modules/accounts/confirm-company.ts";
import { findAccount as findOrderAccount } from "./modules/accounts/receipts.ts";
import { termsUndoes } from "./modules/accounts/set-terms.ts";
import { companyGroupUndoes } from "./modules/accounts/undo-company-group.ts";
import { receiptUndoes } from "./modules/accounts/undo-receipt.ts";
import { basketVerbs } from "./modules/baskets/basket-verbs.ts";
import { readOwnBasket, stopSharing } from "./modules/baskets/store.ts";
import { findOrderablePart } from "./modules/catalog/find-orderable-part.ts";
import { findUnknownNames } from "./modules/catalog/find-unknown-names.ts";
import { partUndoes } from "./modules/catalog/handlers.ts";
import { attributeImport } from "./modules/catalog/import-attributes.ts";
import { kitImport } from "./modules/catalog/import-kits.ts";
import { numberImport } from "./modules/catalog/import-numbers.ts";
import { partImport } from "./modules/catalog/import-parts.ts";
import { priceImport } from "./modules/catalog/import-prices.ts";
import { supersessionImport } from "./modules/catalog/import-supersessions.ts";
import { listBasketParts } from "./modules/catalog/list-basket-parts.ts";
import { partThings, partTypeThings } from "./modules/catalog/part-things.ts";
import { partTypeUndoes } from "./modules/catalog/part-type-handlers.ts";
import { findPart, findPartByName } from "./modules/catalog/store.ts";
import { summarizeLowStock } from "./modules/catalog/summarize-low-stock.ts";
import { forgetCheckout, readOwnCheckout } from "./modules/checkout/store.ts";
import { findDebtor } from "./modules/companies/find-debtor.ts";
import { deleteOwnInvitations, readOwnInvitations } from "./modules/companies/invitations.ts";
import { lockCredit } from "./modules/companies/lock-credit.ts";
import { mayInvite } from "./modules/companies/may-invite.ts";
import { readBuyingCompany } from "./modules/companies/read-buying-company.ts";
import { debtProblem, partCompany, readOwnMembership } from "./modules/companies/store.ts";
import { findAccount } from "./modules/customers/accounts.ts";
import { addUser } from "./modules/customers/add-user.ts";
import { findByEmail, findOrAddByEmail } from "./modules/customers/find-by-email.ts";
import { userUndoes } from "./modules/customers/handlers.ts";
import { listAdminEmails, listOwnerEmails } from "./modules/customers/list-admin-emails.ts";
import { forgetName, nameAccount } from "./modules/customers/name-account.ts";
import { deleteOwnAccount, leaveProblem, readOwnAccount } from "./modules/customers/own-account.ts";
import { personThings } from "./modules/customers/person-things.ts";
import { removalProblem } from "./modules/customers/remove-user.ts";
import { groupProblem } from "./modules/customers/set-price-group.ts";
import { setPriceGroups } from "./modules/customers/set-price-groups.ts";
import { setRole } from "./modules/customers/set-role.ts";
import { discountVerbs } from "./modules/discounts/discount-verbs.ts";
import { applicationUndoes } from "./modules/fitment/application-handlers.ts";
import { conditionTexts } from "./modules/fitment/condition-texts.ts";
import { fitmentVerbs } from "./modules/fitment/fitment-verbs.ts";
import { countHeld } from "./modules/fitment/held-applications.ts";
import { acesImport } from "./modules/fitment/import-aces.ts";
import { aliasImport } from "./modules/fitment/import-aliases.ts";
import { applicationImport } from "./modules/fitment/import-applications.ts";
import { listMissedVehicles } from "./modules/fitment/missed-vehicles.ts";
import { vehicleEditUndoes } from "./modules/fitment/vehicle-edits/handlers.ts";
import { writeChange } from "./modules/fitment/vehicle-edits/write-change.ts";
import { readOwnGarage } from "./modules/garage/own-garage.ts";
import { countSessionsOf } from "./modules/identity/count-sessions-of.ts";
import { finishEmailChange } from "./modules/identity/email-change/finish-email-change.ts";
import { endAllSessions } from "./modules/identity/end-sessions.ts";
import { identityProblem, readOwnSignIns } from "./modules/identity/own-sign-ins.ts";
import { enter } from "./modules/identity/second-step/enter.ts";
import { needsSecondStep } from "./modules/identity/second-step/needs-second-step.ts";
import { verifySecondStep } from "./modules/identity/second-step/verify-second-step.ts";
import { unverifiedSteps } from "./modules/identity/sign-in-code/claim-unverified.ts";
import { clearSessionCookie } from "./modules/identity/start-session.ts";
import { countToApply } from "./modules/imports/count-to-apply.ts";
import { importThings } from "./modules/imports/import-things.ts";
import { countExpiring } from "./modules/inventory/count-expiring.ts";
import { stockUndoes } from "./modules/inventory/handlers.ts";
import { stockImport } from "./modules/inventory/import-stock.ts";
import { inventoryVerbs } from "./modules/inventory/inventory-verbs.ts";
import { countHeldDocuments } from "./modules/invoices/held-documents.ts";
import { listDocuments, readOwnDocuments } from "./modules/invoices/store.ts";
import { legalUndoes } from "./modules/legal/handlers.ts";
import { legalThings } from "./modules/legal/legal-things.ts";
import { countSamples, readVersions } from "./modules/legal/store.ts";
import { listWaitingLetters } from "./modules/letters/list-waiting-letters.ts";
import {
  addAccountLetter,
  addAdminLetter,
  addOrderLetter,
} from "./modules/letters/queue-letter.ts";
import { findLosses, lossStore } from "./modules/losses/store.ts";
import { copyPicture } from "./modules/media/copy-picture.ts";
import { readAsPng } from "./modules/media/read-as-png.ts";
import { readUploads } from "./modules/media/read-uploads.ts";
import { checkoutOrders } from "./modules/orders/checkout-orders.ts";
import { addressUndoes } from "./modules/orders/correct-address.ts";
import {
  findUndoableCorrections,
  readOwnCorrections,
} from "./modules/orders/corrected-addresses.ts";
import { countToShip, countUnpaid } from "./modules/orders/count-waiting.ts";
import { endHolds, lockOrders } from "./modules/orders/end-holds.ts";
import { findNamedOrder } from "./modules/orders/find-named-order.ts";
import { leaveUnpaidOrders } from "./modules/orders/leave-unpaid-orders.ts";
import { listOwnOrders } from "./modules/orders/list-orders.ts";
import { storeNote } from "./modules/orders/note-store.ts";
import { numberOrders } from "./modules/orders/number-orders.ts";
import { storeOrderEvent } from "./modules/orders/order-event.ts";
import { endLinksOf, findLinkedOrder, followEmailOf } from "./modules/orders/order-links.ts";
import { orderThings } from "./modules/orders/order-things.ts";
import { orderVerbs } from "./modules/orders/order-verbs.ts";
import { readOwnBilling } from "./modules/orders/own-billing.ts";
import { presentOne } from "./modules/orders/store.ts";
import { countPlaced, countSold, listBestSellers, sumPaid } from "./modules/orders/sum-sales.ts";
import { listPayments } from "./modules/payments/list-payments.ts";
import { paymentVerbs } from "./modules/payments/payment-verbs.ts";
import { findCustomer } from "./modules/payments/provider-customers.ts";
import { findPerson, listPeople } from "./modules/people/list-people.ts";
import { listRefunds } from "./modules/refunds/list-refunds.ts";
import { countRefundedPieces, listRefundedLines } from "./modules/refunds/refund-lines.ts";
import { refundVerbs } from "./modules/refunds/refund-verbs.ts";
import { listStuckRefunds, sumRefunded } from "./modules/refunds/sum-refunds.ts";
import { repairUndoes } from "./modules/repairs/handlers.ts";
import { countAskedReturns, countReturnsOf } from "./modules/returns/count-returns-of.ts";
import { listReturns } from "./modules/returns/list-returns.ts";
import { readOwnReturns } from "./modules/returns/read-own-returns.ts";
import { countOpenReturns } from "./modules/returns/read-returns.ts";
import { countAsked } from "./modules/returns/store.ts";
import { countNewReviews, countReviewsToCheck } from "./modules/reviews/count-new-reviews.ts";
import { reviewUndoChecks, reviewUndoes } from "./modules/reviews/handlers.ts";
import { deleteOwnReviews, readOwnReports, readOwnReviews } from "./modules/reviews/own-reviews.ts";
import { reviewThings } from "./modules/reviews/review-things.ts";
import { readOwnViews } from "./modules/saved-views/store.ts";
import { listMissed, missedSearchUndoes } from "./modules/search/missed-searches.ts";
import { settingsThings } from "./modules/settings/settings-things.ts";
import { readSettings } from "./modules/settings/store.ts";
import { undoSettings } from "./modules/settings/undo-settings.ts";
import { usedProblems } from "./modules/settings/used-problems.ts";
import { readOwnShipments } from "./modules/shipments/read-own-shipments.ts";
import { shipmentVerbs } from "./modules/shipments/shipment-verbs.ts";
import { findShipments, presentShipment, presentToCustomer } from "./modules/shipments/store.ts";
import { deleteOwnAlerts, readOwnAlerts } from "./modules/stock-alerts/own-alerts.ts";
import { queueVatCheck } from "./modules/vat/check-vat.ts";
import { vatUndoes } from "./modules/vat/handlers.ts";
import { readOwnWishes } from "./modules/wishes/own-wishes.ts";
import { countOpenWithdrawals, readOwnWithdrawals } from "./modules/withdrawals/store.ts";
import { findLatestReport } from "./operations/reconciliation/store.ts";
import { listChangesAbout } from "./platform/audit/list-changes-about.ts";
import { systemClock } from "./platform/clock.ts";

const letters = {
  addAccountLetter,
  addAdminLetter,
  addOrderLetter,
  addStockLetter: addOrderLetter,
};

export const verbs = {
  accounts: { closeIntent, groupProblem, termsProblem, lockCredit, presentOne, readBuyingCompany },
  addUser,
  customers: { listAdminEmails, listOwnerEmails, nameAccount, findByEmail, findOrAddByEmail },
  basketParts: listBasketParts,
  baskets: basketVerbs,
  priceBasket,
  quoteOrder,
  checkoutOrders,
  catalog: { findOrderablePart, findPart, findPartByName, findUnknownNames },
  companies: { mayInvite },
  discounts: discountVerbs,
  fitment: fitmentVerbs,
  importKinds: {
    prices: priceImport,
    stock: stockImport({ lockOrders, endHolds }),
    parts: partImport({ readSettings }),
    numbers: numberImport,
    attributes: attributeImport,
    kits: kitImport,
    supersessions: supersessionImport(conditionTexts),
    applications: applicationImport,
    aliases: aliasImport,
    aces: acesImport,
  },
  inventory: inventoryVerbs,
  invoices: {
    findNamedOrder,
    findLinkedOrder,
    listRefundedLines,
    formatAddress,
    findBankAccount,
    findDebtor,
  },
  legalTexts: { readVersions, changedTitles },
  letters,
  losses: { ...lossStore, countAsked },
  orders: orderVerbs,
  orderPages: {
    findNamedOrder,
    findLinkedOrder,
    listOwnOrders,
    presentOne,
    countRefundedPieces,
    storeNote,
    storeOrderEvent,
    listDocuments,
    listParts: listBasketParts,
    listPayments,
    listRefunds,
    findShipments,
    presentShipment,
    presentToCustomer,
    findLosses,
    listReturns,
    findOrderAccount,
  },
  overview: {
    countPlaced,
    sumPaid,
    sumRefunded,
    listBestSellers,
    countToShip,
    countUnpaid,
    countExpiring,
    listStuckRefunds,
    summarizeLowStock,
    countNewReviews,
    countToApply,
    countReviewsToCheck,
    countOpenReturns,
    countOpenWithdrawals,
    countSamples,
    countHeldDocuments,
    countHeld,
    findLatestReport,
    listMissed,
    listMissedVehicles,
    countAskedReturns,
  },
  ownData: {
    findAccount,
    removalProblem,
    readOwnAccount,
    readOwnSignIns,
    readOwnReviews,
    listOwnOrders,
    readOwnAlerts,
    readOwnBasket,
    readOwnCheckout,
    readOwnShipments,
    readOwnWishes,
    readOwnGarage,
    readOwnDocuments,
    readOwnViews,
    findCustomer,
    readOwnReturns,
    readOwnWithdrawals,
    readOwnMembership,
    readOwnCorrections,
    readOwnBilling,
    readOwnInvitations,
    readOwnReports,
    listWaitingLetters,
    readUploads,
    identityProblem,
    listChangesAbout,
    leaveProblem,
    debtProblem,
    deleteOwnAlerts,
    deleteOwnInvitations,
    deleteOwnReviews,
    deleteOwnAccount,
    clearSessionCookie,
  },
  payments: paymentVerbs,
  people: {
    listPeople,
    findPerson,
    setRole,
    setPriceGroups,
    countSessionsOf,
    endAllSessions,
    countReturnsOf,
  },
  placeChangeProblem,
  pictures: { copyPicture, readAsPng },
  refunds: refundVerbs,
  sales: { countSold },
  settingUses: { usedProblems },
  shipments: shipmentVerbs,
  stockOrders: { numberOrders, lockOrders, endHolds },
  things: {
    part: partThings,
    "part-type": partTypeThings,
    order: orderThings,
    person: personThings,
    import: importThings,
    review: reviewThings,
    settings: settingsThings,
    "legal-text": legalThings,
  },
  signInSteps: {
    ...unverifiedSteps({
      always: [partCompany, stopSharing, forgetCheckout],
      ofStrangers: [leaveUnpaidOrders, forgetName],
    }),
    finishEmailChange: finishEmailChange([endLinksOf, followEmailOf]),
    identityProblem,
    endAllSessions,
    enter,
    needsSecondStep,
    verifySecondStep,
  },
  undoes: {
    ...applicationUndoes,
    ...legalUndoes,
    ...missedSearchUndoes,
    ...partUndoes,
    ...partTypeUndoes,
    ...repairUndoes,
    ...reviewUndoes,
    ...stockUndoes,
    ...userUndoes({ readSettings }),
    ...vehicleEditUndoes,
    ...termsUndoes({ readSettings, termsProblem }),
    ...companyGroupUndoes({ readSettings }),
    ...confirmationUndoes,
    ...vatUndoes,
    ...addressUndoes({ orders: orderVerbs, readSettings, placeChangeProblem }),
    ...receiptUndoes({ clock: systemClock, letters, orders: orderVerbs, payments: paymentVerbs }),
    "edit-settings": undoSettings({ catalog: { findUnknownNames }, settingUses: { usedProblems } }),
  },
  undoChecks: {
    ...reviewUndoChecks,
    "correct-address": findUndoableCorrections,
    "undo-address": findUndoableCorrections,
  },
  vat: { queueVatCheck },
  vehicleEdits: { writeChange },
  writePdf: writeInThread,
};
