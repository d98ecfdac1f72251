import { accountCalls } from "./accounts.ts";
import { apiKeyCalls } from "./api-keys.ts";
import { applicationCalls } from "./applications.ts";
import { auditCalls } from "./audit.ts";
import { basketCommentCalls } from "./basket-comments.ts";
import { basketCalls } from "./baskets.ts";
import { bulkCalls } from "./bulk-edits.ts";
import { cardCalls } from "./cards.ts";
import { partCalls } from "./catalog.ts";
import { checkoutCalls } from "./checkout.ts";
import { checkoutOrderCalls } from "./checkout-order.ts";
import { companyCalls } from "./companies.ts";
import { userCalls } from "./customers.ts";
import { depositCalls } from "./deposits.ts";
import { documentCalls } from "./documents.ts";
import { emailChangeCalls } from "./email-change.ts";
import { fitAnswerCalls } from "./fit-answers.ts";
import { fitListCalls } from "./fit-lists.ts";
import { vehicleCalls } from "./fitment.ts";
import { garageCalls } from "./garage.ts";
import { identityCalls } from "./identity.ts";
import { importCalls } from "./imports.ts";
import { stockCalls } from "./inventory.ts";
import { jobCalls } from "./jobs.ts";
import { legalCalls } from "./legal.ts";
import { letterCalls } from "./letters.ts";
import { linkedPaymentCalls } from "./linked-payments.ts";
import { liveCalls } from "./live.ts";
import { lossCalls } from "./losses.ts";
import { managedFileCalls } from "./managed-file.ts";
import { imageCalls } from "./media.ts";
import { missedSearchCalls } from "./missed-searches.ts";
import { missedVehicleCalls } from "./missed-vehicles.ts";
import { numberCalls } from "./number-lookup.ts";
import { numberPageCalls } from "./number-page.ts";
import { orderAgainCalls } from "./order-again.ts";
import { orderDeskCalls } from "./order-desk.ts";
import { orderFileCalls } from "./order-file.ts";
import { orderPageCalls } from "./order-page.ts";
import { orderCalls } from "./orders.ts";
import { overviewCalls } from "./overview.ts";
import { ownDataCalls } from "./own-data.ts";
import { partEditCalls } from "./part-edits.ts";
import { partTypeCalls } from "./part-types.ts";
import { passkeyCalls } from "./passkeys.ts";
import { paymentCalls } from "./payments.ts";
import { peopleCalls } from "./people.ts";
import { personDataCalls } from "./person-data.ts";
import { phoneOrderCalls } from "./phone-orders.ts";
import { pictureCopyCalls } from "./picture-copies.ts";
import { reconciliationCalls } from "./reconciliation.ts";
import { refundCalls } from "./refunds.ts";
import { repairCalls } from "./repairs.ts";
import { returnCalls } from "./returns.ts";
import { reviewReportCalls } from "./review-reports.ts";
import { partReviewCalls, reviewCalls } from "./reviews.ts";
import { savedViewCalls } from "./saved-views.ts";
import { searchCalls } from "./search.ts";
import { secondStepCalls } from "./second-step.ts";
import { settingsCalls } from "./settings.ts";
import { sharedBasketCalls } from "./shared-baskets.ts";
import { shipmentCalls } from "./shipments.ts";
import { signInCodeCalls } from "./sign-in-code.ts";
import { stockAlertCalls } from "./stock-alerts.ts";
import { thingCalls } from "./things.ts";
import { vatCalls } from "./vat.ts";
import { vehicleEditCalls } from "./vehicle-edits.ts";
import { webhookCalls } from "./webhooks.ts";
import { wishCalls } from "./wishes.ts";
import { withdrawalCalls } from "./withdrawals.ts";

export const calls = {
  parts: partCalls,
  partEdits: partEditCalls,
  partTypes: partTypeCalls,
  managedFile: managedFileCalls,
  bulkEdits: bulkCalls,
  pictureCopies: pictureCopyCalls,
  stock: stockCalls,
  vehicles: vehicleCalls,
  vehicleEdits: vehicleEditCalls,
  garage: garageCalls,
  fitAnswers: fitAnswerCalls,
  fitLists: fitListCalls,
  applications: applicationCalls,
  search: searchCalls,
  missedSearches: missedSearchCalls,
  missedVehicles: missedVehicleCalls,
  numbers: numberCalls,
  numberPages: numberPageCalls,
  basket: basketCalls,
  sharedBasket: sharedBasketCalls,
  basketComments: basketCommentCalls,
  signInCode: signInCodeCalls,
  checkout: checkoutCalls,
  checkoutOrder: checkoutOrderCalls,
  phoneOrders: phoneOrderCalls,
  orderAgain: orderAgainCalls,
  orders: orderCalls,
  orderFile: orderFileCalls,
  orderPages: orderPageCalls,
  linkedPayments: linkedPaymentCalls,
  losses: lossCalls,
  documents: documentCalls,
  orderDesk: orderDeskCalls,
  shipments: shipmentCalls,
  payments: paymentCalls,
  cards: cardCalls,
  refunds: refundCalls,
  repairs: repairCalls,
  returns: returnCalls,
  deposits: depositCalls,
  withdrawals: withdrawalCalls,
  reviews: reviewCalls,
  reviewReports: reviewReportCalls,
  partReviews: partReviewCalls,
  stockAlerts: stockAlertCalls,
  wishes: wishCalls,
  users: userCalls,
  companies: companyCalls,
  vat: vatCalls,
  accounts: accountCalls,
  people: peopleCalls,
  personData: personDataCalls,
  identity: identityCalls,
  passkeys: passkeyCalls,
  secondStep: secondStepCalls,
  emailChange: emailChangeCalls,
  apiKeys: apiKeyCalls,
  webhooks: webhookCalls,
  ownData: ownDataCalls,
  images: imageCalls,
  reconciliation: reconciliationCalls,
  audit: auditCalls,
  things: thingCalls,
  savedViews: savedViewCalls,
  imports: importCalls,
  settings: settingsCalls,
  letters: letterCalls,
  legal: legalCalls,
  jobs: jobCalls,
  overview: overviewCalls,
  live: liveCalls,
};
