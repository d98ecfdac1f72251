import type { Page, PageRoute } from "#web/app/page.ts";
import { paths } from "#web/app/paths.ts";
import type { adminPages } from "./lazy-routes.ts";

type Name = keyof typeof adminPages;

const pages: Record<Name, Page> = {
  overview: { title: "Overview" },
  manageAllOrders: { title: "Manage All Orders", area: "orders" },
  phoneOrder: { title: "Order for a customer", area: "orders" },
  returns: { title: "Returns", area: "orders" },
  return: { title: "Returns", area: "orders" },
  reconciliation: { title: "Reconciliation", area: "orders" },
  auditLog: { title: "Audit log" },
  people: { title: "People", area: "sessions" },
  person: { title: "People", area: "sessions" },
  companies: { title: "Companies", area: "shop" },
  companyAccount: { title: "Companies", area: "shop" },
  apiKeys: { title: "API Keys", area: "people" },
  callExamples: { title: "Examples for programs" },
  webhooks: { title: "Webhooks", area: "shop" },
  webhook: { title: "Webhooks", area: "shop" },
  jobs: { title: "Jobs", area: "shop" },
  imports: { title: "Imports", area: "catalogue" },
  settings: { title: "Settings", area: "shop" },
  legalTexts: { title: "Legal Texts", area: "shop" },
  import: { title: "Import", area: "catalogue" },
  partTypes: { title: "Part Types", area: "catalogue" },
  partType: { title: "Part Types", area: "catalogue" },
  missedSearches: { title: "Missed Searches", area: "catalogue" },
  missedVehicles: { title: "Vehicles Without A Part" },
  manageReviews: { title: "Manage Reviews", area: "support" },
  addProduct: { title: "Add A Product", area: "catalogue" },
  manageProduct: { title: "Manage Products", area: "catalogue" },
  manageFit: { title: "Vehicles", area: "catalogue" },
  vehicles: { title: "Vehicles", area: "catalogue" },
  repairs: { title: "Jobs on Cars", area: "catalogue" },
  repair: { title: "Jobs on Cars", area: "catalogue" },
  heldApplications: { title: "Held Applications", area: "catalogue" },
  makeAdmin: { title: "Make Admin", area: "people" },
};

export const adminRoutes: PageRoute[] = (Object.keys(pages) as Name[]).map((name) => ({
  path: paths[name],
  handle: pages[name],
  lazy: async () => ({ Component: await (await import("./lazy-routes.ts")).adminPages[name]() }),
}));
