import type { LegalPage } from "#contract/rules/legal-pages.ts";

export const paths = {
  home: "/",
  products: "/product",
  about: "/about",
  blog: "/blog",
  contact: "/contact",
  terms: "/terms",
  privacy: "/privacy",
  withdrawal: "/withdrawal",
  deliveryAndReturns: "/delivery-and-returns",
  imprint: "/imprint",
  withdraw: "/withdraw",
  login: "/login",
  register: "/register",
  forgotten: "/forgotten",
  reset: "/reset",
  verifyEmail: "/verify-email",
  changeEmail: "/change-email",
  shop: "/shop",
  shopType: "/shop/:type",
  fit: "/fit/:make?/:model?/:year?/:type?",
  search: "/search",
  paste: "/paste",
  basket: "/basket",
  sharedBasket: "/basket/shared",
  checkoutAddress: "/checkout/address",
  checkoutDelivery: "/checkout/delivery",
  checkoutPayment: "/checkout/payment",
  checkoutDone: "/checkout/done",
  part: "/part/:number/:slug?",
  number: "/number/:number",
  compare: "/compare",
  wishes: "/wishes",
  job: "/job/:name?",
  garage: "/garage",
  garageCar: "/dashboard/garage/:id",
  stockAlert: "/stock-alert",
  stopStockAlerts: "/stock-alert/stop",
  purchase: "/purchase/:id",
  dashboard: "/dashboard",
  myOrder: "/dashboard/myOrder",
  askReturn: "/dashboard/return/:id",
  addReview: "/dashboard/addReview",
  updateProfile: "/dashboard/updateProfile",
  security: "/dashboard/security",
  cards: "/dashboard/cards",
  deposits: "/dashboard/deposits",
  company: "/dashboard/company",
  joinCompany: "/join-company",
  order: "/dashboard/order/:number",
  orderLink: "/order",
  payment: "/dashboard/payment/:id",
  overview: "/dashboard/overview",
  manageAllOrders: "/dashboard/manageAllOrders",
  phoneOrder: "/dashboard/phoneOrder",
  reconciliation: "/dashboard/ledger",
  auditLog: "/dashboard/auditLog",
  jobs: "/dashboard/jobs",
  imports: "/dashboard/imports",
  import: "/dashboard/imports/:id",
  missedSearches: "/dashboard/missedSearches",
  missedVehicles: "/dashboard/missedVehicles",
  vehicles: "/dashboard/vehicles/:make?/:model?/:year?/:type?",
  heldApplications: "/dashboard/heldApplications",
  repairs: "/dashboard/jobsOnCars",
  repair: "/dashboard/jobsOnCars/:slug",
  partTypes: "/dashboard/partTypes",
  partType: "/dashboard/partTypes/:slug",
  manageReviews: "/dashboard/manageReviews",
  addProduct: "/dashboard/addProduct",
  returns: "/dashboard/returns",
  return: "/dashboard/returns/:id",
  settings: "/dashboard/settings",
  legalTexts: "/dashboard/legalTexts",
  makeAdmin: "/dashboard/makeAdmin",
  people: "/dashboard/people",
  person: "/dashboard/people/:id",
  companies: "/dashboard/companies",
  companyAccount: "/dashboard/companies/:id",
  apiKeys: "/dashboard/apiKeys",
  callExamples: "/dashboard/examples",
  webhooks: "/dashboard/webhooks",
  webhook: "/dashboard/webhooks/:id",
  manageProducts: "/dashboard/manageProducts",
  manageProduct: "/dashboard/manageProducts/:id",
  manageFit: "/dashboard/manageProducts/:id/fit",
} as const;

export function shopPath(type?: string): string {
  return type === undefined ? paths.shop : `${paths.shop}/${encodeURIComponent(type)}`;
}

export function legalPath(page: LegalPage, version?: number | string): string {
  return version === undefined ? `/${page}` : `/${page}?version=${encodeURIComponent(version)}`;
}

export function fitPath(...names: string[]): string {
  return ["/fit", ...names.map(encodeURIComponent)].join("/");
}

export function numberPath(number: string): string {
  return `/number/${encodeURIComponent(number)}`;
}

export function searchPath(q: string): string {
  return `${paths.search}?${new URLSearchParams({ q })}`;
}

export function sharedBasketPath(token: string): string {
  return `${paths.sharedBasket}#token=${encodeURIComponent(token)}`;
}

export function comparePath(numbers: readonly string[]): string {
  if (numbers.length === 0) return paths.compare;
  return `${paths.compare}?${new URLSearchParams({ parts: numbers.join() })}`;
}

export const checkoutSteps = [
  { path: paths.checkoutAddress, name: "Address" },
  { path: paths.checkoutDelivery, name: "Delivery" },
  { path: paths.checkoutPayment, name: "Payment" },
  { path: paths.checkoutDone, name: "Done" },
] as const;

export function checkoutPayPath(orderId: string): string {
  return `${paths.checkoutPayment}?${new URLSearchParams({ order: orderId })}`;
}

export function checkoutDonePath(orderId: string): string {
  return `${paths.checkoutDone}?${new URLSearchParams({ order: orderId })}`;
}

export function purchasePath(id: string): string {
  return `/purchase/${encodeURIComponent(id)}`;
}

export function manageProductPath(id: string): string {
  return `${paths.manageProducts}/${encodeURIComponent(id)}`;
}

export function vehiclesPath(...names: string[]): string {
  return ["/dashboard/vehicles", ...names.map(encodeURIComponent)].join("/");
}

export function manageFitPath(id: string): string {
  return `${manageProductPath(id)}/fit`;
}

export function jobPath(name?: string): string {
  return name === undefined ? "/job" : `/job/${encodeURIComponent(name)}`;
}

export function garageCarPath(id: string): string {
  return `/dashboard/garage/${encodeURIComponent(id)}`;
}

export function askReturnPath(orderId: string): string {
  return `/dashboard/return/${encodeURIComponent(orderId)}`;
}

/** Below the returns, as the page of one return is. */
export const withdrawalsName = "withdrawals";
export const depositsName = "deposits";

export function returnPath(id: string): string {
  return `${paths.returns}/${encodeURIComponent(id)}`;
}

export function paymentPath(orderId: string): string {
  return `/dashboard/payment/${encodeURIComponent(orderId)}`;
}

export function orderPath(number: number): string {
  return `/dashboard/order/${number}`;
}

export function loginPath(from: string): string {
  return `${paths.login}?from=${encodeURIComponent(from)}`;
}

export function secondStepPath(from?: string): string {
  const query = new URLSearchParams({ step: "second", ...(from && { from }) });
  return `${paths.login}?${query}`;
}

export function ordersOfPath(person: string): string {
  return `${paths.manageAllOrders}?${new URLSearchParams({ view: "work", person })}`;
}

export function personPath(id: string): string {
  return `${paths.people}/${encodeURIComponent(id)}`;
}

export function webhookPath(id: string): string {
  return `${paths.webhooks}/${encodeURIComponent(id)}`;
}

export function importPath(id: string): string {
  return `${paths.imports}/${encodeURIComponent(id)}`;
}

export function repairPath(slug: string): string {
  return `${paths.repairs}/${encodeURIComponent(slug)}`;
}

export function partTypePath(slug: string): string {
  return `${paths.partTypes}/${encodeURIComponent(slug)}`;
}
