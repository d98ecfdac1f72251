import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply } from "fastify";
import { calls } from "#contract/calls.ts";
import { orderMoneyHandlers, paymentHandlers } from "#server/modules/paying/handlers.ts";
import { linkedPaymentHandlers } from "#server/modules/paying/pay-by-link.ts";
import { cardHandlers } from "#server/modules/paying/saved-cards.ts";
import { serveWebhook } from "#server/modules/paying/webhook.ts";
import type { AccountsContext } from "./modules/accounts/context.ts";
import { accountHandlers } from "./modules/accounts/handlers.ts";
import { basketCommentHandlers } from "./modules/baskets/comments.ts";
import { basketHandlers } from "./modules/baskets/handlers.ts";
import { sharedBasketHandlers } from "./modules/baskets/share-basket.ts";
import { bulkHandlers } from "./modules/catalog/bulk-edit.ts";
import type { PartContext } from "./modules/catalog/context.ts";
import type { PictureContext } from "./modules/catalog/copy-pictures.ts";
import { partEditHandlers, partHandlers } from "./modules/catalog/handlers.ts";
import { listPartPaths } from "./modules/catalog/list-part-paths.ts";
import type { LowStockContext } from "./modules/catalog/low-stock-letter.ts";
import { partTypeHandlers } from "./modules/catalog/part-type-handlers.ts";
import { pictureCopyHandlers } from "./modules/catalog/picture-copies.ts";
import { managedFileHandlers } from "./modules/catalog/send-managed.ts";
import type { CheckoutContext } from "./modules/checkout/context.ts";
import { checkoutHandlers } from "./modules/checkout/handlers.ts";
import { orderAgain, orderAgainByLink } from "./modules/checkout/order-again.ts";
import { phoneOrderHandlers } from "./modules/checkout/phone-order.ts";
import { placeCheckout } from "./modules/checkout/place-checkout.ts";
import type { CompaniesContext } from "./modules/companies/context.ts";
import { companyHandlers } from "./modules/companies/handlers.ts";
import { userHandlers } from "./modules/customers/handlers.ts";
import { applicationHandlers } from "./modules/fitment/application-handlers.ts";
import { type FitAnswerContext, fitAnswerHandlers } from "./modules/fitment/fit-answer-handlers.ts";
import { vehicleHandlers } from "./modules/fitment/handlers.ts";
import { listVehiclePaths } from "./modules/fitment/list-vehicle-paths.ts";
import { missedVehicleHandlers } from "./modules/fitment/missed-vehicle-handlers.ts";
import {
  type VehicleEditContext,
  vehicleEditHandlers,
} from "./modules/fitment/vehicle-edits/handlers.ts";
import { garageHandlers } from "./modules/garage/handlers.ts";
import { apiKeyHandlers } from "./modules/identity/api-keys/handlers.ts";
import { emailChangeHandlers } from "./modules/identity/email-change/handlers.ts";
import { identityHandlers } from "./modules/identity/handlers.ts";
import { makeIdentify } from "./modules/identity/identify.ts";
import { passkeyHandlers } from "./modules/identity/passkey-handlers.ts";
import { secondStepHandlers } from "./modules/identity/second-step/handlers.ts";
import { addAccessToken } from "./modules/identity/sessions.ts";
import { signInCodeHandlers } from "./modules/identity/sign-in-code/handlers.ts";
import { type ImportsContext, importHandlers } from "./modules/imports/handlers.ts";
import { type StockContext, stockHandlers } from "./modules/inventory/handlers.ts";
import type { InvoicesContext } from "./modules/invoices/context.ts";
import { documentHandlers } from "./modules/invoices/handlers.ts";
import { legalHandlers } from "./modules/legal/handlers.ts";
import { letterHandlers } from "./modules/letters/handlers.ts";
import type { LossesContext } from "./modules/losses/context.ts";
import { reportLoss } from "./modules/losses/report-loss.ts";
import { imageHandlers } from "./modules/media/handlers.ts";
import { serveImages } from "./modules/media/serve-images.ts";
import type { OrderPagesContext } from "./modules/order-pages/context.ts";
import { orderPageHandlers } from "./modules/order-pages/handlers.ts";
import { resendLetter } from "./modules/order-pages/resend-letter.ts";
import { addNote } from "./modules/orders/add-note.ts";
import { type AddressContext, correctAddress } from "./modules/orders/correct-address.ts";
import { orderHandlers } from "./modules/orders/handlers.ts";
import { orderFileHandlers } from "./modules/orders/send-orders.ts";
import type { OverviewContext } from "./modules/overview/context.ts";
import { overviewHandlers } from "./modules/overview/handlers.ts";
import type { PeopleContext } from "./modules/people/context.ts";
import { peopleHandlers } from "./modules/people/handlers.ts";
import type { PrivacyContext } from "./modules/privacy/context.ts";
import { ownDataHandlers } from "./modules/privacy/handlers.ts";
import { personDataHandlers } from "./modules/privacy/person-data-handlers.ts";
import { cancelPieces } from "./modules/refunds/cancel-pieces.ts";
import type { RefundsContext } from "./modules/refunds/context.ts";
import { markRefundedManually } from "./modules/refunds/mark-refunded-manually.ts";
import { refundOrder } from "./modules/refunds/refund-order.ts";
import { repairHandlers } from "./modules/repairs/handlers.ts";
import { depositHandlers } from "./modules/returns/deposit-handlers.ts";
import { returnHandlers } from "./modules/returns/handlers.ts";
import {
  partReviewHandlers,
  reviewHandlers,
  reviewReportHandlers,
} from "./modules/reviews/handlers.ts";
import { savedViewHandlers } from "./modules/saved-views/handlers.ts";
import { keepDictionary } from "./modules/search/dictionary.ts";
import { findByNumber } from "./modules/search/find-by-number.ts";
import { fitListHandlers } from "./modules/search/fit-list-handlers.ts";
import { searchHandlers } from "./modules/search/handlers.ts";
import { lookUpNumbers } from "./modules/search/look-up-lines.ts";
import { missedSearchHandlers } from "./modules/search/missed-searches.ts";
import { settingsHandlers } from "./modules/settings/handlers.ts";
import type { NamesContext } from "./modules/settings/names-problems.ts";
import type { PapersContext } from "./modules/shipments/context.ts";
import { shipmentHandlers } from "./modules/shipments/handlers.ts";
import type { StockAlertsContext } from "./modules/stock-alerts/context.ts";
import { stockAlertHandlers } from "./modules/stock-alerts/handlers.ts";
import { vatHandlers } from "./modules/vat/handlers.ts";
import type { WebhooksContext } from "./modules/webhooks/context.ts";
import { webhookHandlers } from "./modules/webhooks/handlers.ts";
import { wishHandlers } from "./modules/wishes/handlers.ts";
import { withdrawalHandlers } from "./modules/withdrawals/handlers.ts";
import { serveHealth } from "./operations/monitoring/serve-health.ts";
import { serveReadiness } from "./operations/monitoring/serve-readiness.ts";
import { reconciliationHandlers } from "./operations/reconciliation/handlers.ts";
import { reconcileNow } from "./operations/reconciliation/reconcile.ts";
import { type AuditContext, auditHandlers } from "./platform/audit/handlers.ts";
import { listPictureHosts } from "./platform/config/picture-filter.ts";
import { liveHandlers } from "./platform/events/handlers.ts";
import { guardRoutes, type RouteAccess } from "./platform/http/access.ts";
import { checkHost, toPath } from "./platform/http/check-host.ts";
import { defaultLimits } from "./platform/http/connection-limits.ts";
import { createHttpServer, handleClientError } from "./platform/http/create-http-server.ts";
import { handleErrors, toRefusal } from "./platform/http/handle-errors.ts";
import type { Handlers } from "./platform/http/handler.ts";
import { commonHeaders, pageHeaders } from "./platform/http/headers.ts";
import { limitBodyTime } from "./platform/http/limit-body-time.ts";
import type { ResponseCache } from "./platform/http/response-cache.ts";
import { writeSecurityLog } from "./platform/http/security-log.ts";
import { serveCalls } from "./platform/http/serve-calls.ts";
import { serveCspReports } from "./platform/http/serve-csp-reports.ts";
import { jobHandlers } from "./platform/jobs/handlers.ts";
import { serveOpenApi } from "./platform/open-api/serve-open-api.ts";
import { createErrorPage } from "./platform/pages/error-page.ts";
import { leadToPages } from "./platform/pages/lead-to-pages.ts";
import { type BuiltWeb, servePages } from "./platform/pages/serve-pages.ts";
import { serveSecurityTxt } from "./platform/pages/serve-security-txt.ts";
import { log } from "./platform/telemetry/log/log.ts";
import { RequestLog } from "./platform/telemetry/log/request-log.ts";
import { thingHandlers } from "./platform/things/handlers.ts";

export type ShopContext = RefundsContext &
  PrivacyContext &
  AuditContext &
  ImportsContext &
  PictureContext &
  LowStockContext &
  LossesContext &
  StockAlertsContext &
  StockContext &
  PartContext &
  OverviewContext &
  FitAnswerContext &
  PeopleContext &
  OrderPagesContext &
  PapersContext &
  WebhooksContext &
  InvoicesContext &
  VehicleEditContext &
  CheckoutContext &
  AccountsContext &
  AddressContext &
  CompaniesContext &
  NamesContext;

type AllHandlers = { [Domain in keyof typeof calls]: Handlers<(typeof calls)[Domain]> };

export function createHandlers(shop: ShopContext): AllHandlers {
  const readDictionary = keepDictionary(shop.events);
  return {
    parts: partHandlers(shop),
    partEdits: partEditHandlers(shop),
    partTypes: partTypeHandlers(shop),
    managedFile: managedFileHandlers(shop),
    bulkEdits: bulkHandlers(shop),
    pictureCopies: pictureCopyHandlers(shop),
    stock: stockHandlers(shop),
    vehicles: vehicleHandlers(shop),
    vehicleEdits: vehicleEditHandlers(shop),
    garage: garageHandlers(shop),
    fitAnswers: fitAnswerHandlers(shop),
    applications: applicationHandlers(shop),
    search: searchHandlers(shop, readDictionary),
    fitLists: fitListHandlers(shop, readDictionary),
    missedSearches: missedSearchHandlers(shop),
    missedVehicles: missedVehicleHandlers(shop),
    numbers: { lookUp: lookUpNumbers(shop, readDictionary) },
    numberPages: { one: findByNumber(shop) },
    basket: basketHandlers(shop),
    sharedBasket: sharedBasketHandlers(shop),
    basketComments: basketCommentHandlers(shop),
    signInCode: signInCodeHandlers(shop),
    checkout: checkoutHandlers(shop),
    checkoutOrder: { place: placeCheckout(shop) },
    phoneOrders: phoneOrderHandlers(shop),
    orderAgain: { again: orderAgain(shop), againByLink: orderAgainByLink(shop) },
    orders: { ...orderHandlers(shop), ...orderMoneyHandlers(shop) },
    orderFile: orderFileHandlers(shop),
    orderPages: orderPageHandlers(shop),
    linkedPayments: linkedPaymentHandlers(shop),
    losses: { report: reportLoss(shop) },
    documents: documentHandlers(shop),
    orderDesk: {
      addNote: addNote(shop),
      correctAddress: correctAddress(shop),
      sendLetter: resendLetter(shop),
    },
    shipments: shipmentHandlers(shop),
    payments: { ...paymentHandlers(shop), settleElsewhere: markRefundedManually(shop) },
    cards: cardHandlers(shop),
    refunds: { create: refundOrder(shop), cancelPieces: cancelPieces(shop) },
    repairs: repairHandlers(shop),
    returns: returnHandlers(shop),
    deposits: depositHandlers(shop),
    withdrawals: withdrawalHandlers(shop),
    reviews: reviewHandlers(shop),
    reviewReports: reviewReportHandlers(shop),
    partReviews: partReviewHandlers(shop),
    stockAlerts: stockAlertHandlers(shop),
    wishes: wishHandlers(shop),
    users: userHandlers(shop, (session) => addAccessToken(shop.db, session)),
    companies: companyHandlers(shop),
    accounts: accountHandlers(shop),
    vat: vatHandlers(shop),
    people: peopleHandlers(shop),
    personData: personDataHandlers(shop),
    identity: identityHandlers(shop),
    passkeys: passkeyHandlers(shop),
    secondStep: secondStepHandlers(shop),
    emailChange: emailChangeHandlers(shop),
    apiKeys: apiKeyHandlers(shop),
    webhooks: webhookHandlers(shop),
    ownData: ownDataHandlers(shop),
    images: imageHandlers(shop),
    reconciliation: reconciliationHandlers(shop.db, () => reconcileNow(shop)),
    audit: auditHandlers(shop),
    things: thingHandlers(shop),
    savedViews: savedViewHandlers(shop),
    imports: importHandlers(shop),
    settings: settingsHandlers(shop),
    letters: letterHandlers(shop),
    legal: legalHandlers(shop),
    jobs: jobHandlers(shop),
    overview: overviewHandlers(shop),
    live: liveHandlers(shop, makeIdentify(shop)),
  };
}

export type App = FastifyInstance & { access: RouteAccess[] };

export function createApp(
  shop: ShopContext,
  cache: ResponseCache,
  web: BuiltWeb,
  limits = defaultLimits,
): App {
  const headers = commonHeaders({ ...shop, pictureHosts: listPictureHosts(shop.env) });
  const origin = () => shop.origin;
  const app = fastify({
    serverFactory: (handle) =>
      createHttpServer(handle, { headers, proxies: shop.env.PROXIES, limits }),
    rewriteUrl: toPath,
    clientErrorHandler: handleClientError(headers),
    bodyLimit: 64 * 1024,
    trustProxy: shop.env.PROXIES,
    genReqId: () => crypto.randomUUID(),
    loggerInstance: log as FastifyBaseLogger,
    logController: new RequestLog(),
    // On close, open requests are finished and idle connections closed (see run-shop.ts).
    forceCloseConnections: "idle",
    return503OnClosing: false,
    // Schemas limit the length of ids.
    routerOptions: { maxParamLength: 20_000 },
    // Malformed URLs do not reach the hooks and handlers below.
    frameworkErrors: (error, request, reply: FastifyReply) => {
      const refusal = toRefusal(error, request.id);
      const own = { ...headers, "cache-control": "no-store" };
      return reply.status(refusal.status).headers(own).send(refusal);
    },
  });
  app.addHook("onRequest", (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
  app.addHook("onRequest", checkHost(origin));
  app.addHook("onSend", (_request, reply, _body, done) => {
    // The next request must reach another process, and an open connection delays the stop.
    if (shop.leaving.aborted) reply.header("connection", "close");
    reply.headers(pageHeaders(reply.getHeader("content-type")));
    done();
  });
  limitBodyTime(app, limits);
  shop.metrics?.measureRequests(app);
  const access = guardRoutes(app, { origin, identify: makeIdentify(shop) });
  writeSecurityLog(app);
  app.removeContentTypeParser("text/plain");
  handleErrors(app, calls, createErrorPage(shop.env.SHOP_NAME));
  const callFrom = serveCalls(app, calls, createHandlers(shop), shop, cache);
  serveWebhook(app, shop);
  serveCspReports(app);
  serveHealth(app, shop);
  serveReadiness(app, shop);
  serveOpenApi(app, calls, { shopName: shop.env.SHOP_NAME, origin });
  serveImages(app, shop);
  serveSecurityTxt(app, shop);
  leadToPages(app);
  const site = async () => {
    const { logo, timeZone } = (await shop.settings()).company;
    return {
      shopName: shop.env.SHOP_NAME,
      logo: shop.filterPicture(logo),
      timeZone,
      origin: shop.origin,
      pictureHosts: listPictureHosts(shop.env),
    };
  };
  servePages(app, callFrom, cache, web, site, {
    ...listPartPaths(shop.read),
    listVehiclePaths: () => listVehiclePaths(shop.read),
  });
  return Object.assign(app, { access });
}
