import type { PageRoute } from "#web/app/page.ts";
import { paths } from "#web/app/paths.ts";

export const adminRoutes: PageRoute[] = [
  {
    path: paths.overview,
    handle: { title: "Overview" },
    lazy: async () => ({ Component: (await import("./overview-page.tsx")).OverviewPage }),
  },
  {
    path: paths.manageAllOrders,
    handle: { title: "Manage All Orders", area: "orders" },
    lazy: async () => ({
      Component: (await import("./manage-all-orders-page.tsx")).ManageAllOrdersPage,
    }),
  },
  {
    path: paths.reconciliation,
    handle: { title: "Reconciliation", area: "orders" },
    lazy: async () => ({
      Component: (await import("./reconciliation-page.tsx")).ReconciliationPage,
    }),
  },
  {
    path: paths.auditLog,
    handle: { title: "Audit log" },
    lazy: async () => ({ Component: (await import("./audit-log-page.tsx")).AuditLogPage }),
  },
  {
    path: paths.people,
    handle: { title: "People", area: "shop" },
    lazy: async () => ({ Component: (await import("./people-page.tsx")).PeoplePage }),
  },
  {
    path: paths.person,
    handle: { title: "People", area: "shop" },
    lazy: async () => ({ Component: (await import("./person-page.tsx")).PersonPage }),
  },
  {
    path: paths.apiKeys,
    handle: { title: "API Keys", area: "shop" },
    lazy: async () => ({ Component: (await import("./api-keys-page.tsx")).ApiKeysPage }),
  },
  {
    path: paths.jobs,
    handle: { title: "Jobs", area: "shop" },
    lazy: async () => ({ Component: (await import("./jobs-page.tsx")).JobsPage }),
  },
  {
    path: paths.imports,
    handle: { title: "Imports", area: "catalogue" },
    lazy: async () => ({ Component: (await import("./imports-page.tsx")).ImportsPage }),
  },
  {
    path: paths.settings,
    handle: { title: "Settings", area: "shop" },
    lazy: async () => ({ Component: (await import("./settings-page.tsx")).SettingsPage }),
  },
  {
    path: paths.legalTexts,
    handle: { title: "Legal Texts", area: "shop" },
    lazy: async () => ({ Component: (await import("./legal-texts-page.tsx")).LegalTextsPage }),
  },
  {
    path: paths.import,
    handle: { title: "Import", area: "catalogue" },
    lazy: async () => ({ Component: (await import("./import-page.tsx")).ImportPage }),
  },
  {
    path: paths.partTypes,
    handle: { title: "Part Types", area: "catalogue" },
    lazy: async () => ({ Component: (await import("./part-types-page.tsx")).PartTypesPage }),
  },
  {
    path: paths.partType,
    handle: { title: "Part Types", area: "catalogue" },
    lazy: async () => ({ Component: (await import("./part-type-page.tsx")).PartTypePage }),
  },
  {
    path: paths.missedSearches,
    handle: { title: "Missed Searches", area: "catalogue" },
    lazy: async () => ({
      Component: (await import("./missed-searches-page.tsx")).MissedSearchesPage,
    }),
  },
  {
    path: paths.manageReviews,
    handle: { title: "Manage Reviews", area: "support" },
    lazy: async () => ({
      Component: (await import("./manage-reviews-page.tsx")).ManageReviewsPage,
    }),
  },
  {
    path: paths.addProduct,
    handle: { title: "Add A Product", area: "catalogue" },
    lazy: async () => ({ Component: (await import("./add-product-page.tsx")).AddProductPage }),
  },
  {
    path: paths.manageProduct,
    handle: { title: "Manage Products", area: "catalogue" },
    lazy: async () => ({
      Component: (await import("./manage-product-page.tsx")).ManageProductPage,
    }),
  },
  {
    path: paths.manageFit,
    handle: { title: "Vehicles" },
    lazy: async () => ({ Component: (await import("./manage-fit-page.tsx")).ManageFitPage }),
  },
  {
    path: paths.vehicles,
    handle: { title: "Vehicles" },
    lazy: async () => ({ Component: (await import("./vehicles-page.tsx")).VehiclesPage }),
  },
  {
    path: paths.makeAdmin,
    handle: { title: "Make Admin", area: "shop" },
    lazy: async () => ({ Component: (await import("./make-admin-page.tsx")).MakeAdminPage }),
  },
];
