// Each page in its usual state. A page without an entry does not compile.
import { importPath, paths } from "#web/app/paths.ts";
import { openPath, type Screen, type Viewer } from "./screen.ts";
import type { ScreenShop } from "./screen-shop.ts";

type Line = { who: Viewer; at?: (world: ScreenShop) => string };

const lines: Record<keyof typeof paths, Line> = {
  home: { who: "visitor" },
  products: { who: "visitor" },
  shop: { who: "visitor" },
  shopType: { who: "visitor", at: () => "/shop" },
  search: { who: "visitor", at: () => "/search?q=brake" },
  basket: { who: "visitor" },
  checkoutAddress: { who: "customer" },
  checkoutDelivery: { who: "customer" },
  checkoutPayment: { who: "customer" },
  checkoutDone: { who: "customer" },
  paste: { who: "visitor" },
  part: { who: "visitor", at: ({ part }) => `/part/${part.id}` },
  compare: { who: "visitor", at: ({ part }) => `/compare?parts=${part.id}` },
  wishes: { who: "visitor" },
  stockAlert: { who: "visitor", at: () => `${paths.stockAlert}#token=x` },
  stopStockAlerts: { who: "visitor", at: () => `${paths.stopStockAlerts}#token=x` },
  about: { who: "visitor" },
  blog: { who: "visitor" },
  contact: { who: "visitor" },
  login: { who: "visitor" },
  register: { who: "visitor" },
  forgotten: { who: "visitor" },
  reset: { who: "visitor", at: () => `${paths.reset}#token=x&email=vera%40example.com` },
  verifyEmail: { who: "visitor", at: () => `${paths.verifyEmail}#token=x` },
  changeEmail: { who: "visitor", at: () => `${paths.changeEmail}#token=x` },
  purchase: { who: "customer", at: ({ part }) => `/purchase/${part.id}` },
  dashboard: { who: "customer" },
  myOrder: { who: "customer" },
  addReview: { who: "customer" },
  updateProfile: { who: "customer" },
  security: { who: "customer" },
  payment: { who: "customer", at: ({ orders }) => `/dashboard/payment/${orders.unpaid._id}` },
  overview: { who: "admin" },
  manageAllOrders: { who: "admin" },
  reconciliation: { who: "admin" },
  auditLog: { who: "admin" },
  jobs: { who: "admin" },
  settings: { who: "admin" },
  imports: { who: "admin" },
  import: { who: "admin", at: ({ importId }) => importPath(importId) },
  addProduct: { who: "admin" },
  makeAdmin: { who: "admin" },
  manageProducts: { who: "admin" },
  manageProduct: { who: "admin", at: ({ part }) => `/dashboard/manageProducts/${part.id}` },
  partTypes: { who: "admin" },
  partType: { who: "admin", at: () => "/dashboard/partTypes/brake-discs" },
  missedSearches: { who: "admin" },
  manageReviews: { who: "admin" },
};

export const pageScreens: Screen[] = Object.entries(lines).map(([name, { who, at }]) => ({
  name: name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
  who,
  isPlain: true,
  open: (stage) => openPath(stage, at?.(stage.world) ?? paths[name as keyof typeof paths]),
}));
