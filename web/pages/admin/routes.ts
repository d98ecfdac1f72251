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
    handle: { title: "Manage All Orders" },
    lazy: async () => ({
      Component: (await import("./manage-all-orders-page.tsx")).ManageAllOrdersPage,
    }),
  },
  {
    path: paths.reconciliation,
    handle: { title: "Reconciliation" },
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
    path: paths.jobs,
    handle: { title: "Jobs" },
    lazy: async () => ({ Component: (await import("./jobs-page.tsx")).JobsPage }),
  },
  {
    path: paths.imports,
    handle: { title: "Imports" },
    lazy: async () => ({ Component: (await import("./imports-page.tsx")).ImportsPage }),
  },
  {
    path: paths.settings,
    handle: { title: "Settings" },
    lazy: async () => ({ Component: (await import("./settings-page.tsx")).SettingsPage }),
  },
  {
    path: paths.legalTexts,
    handle: { title: "Legal Texts" },
    lazy: async () => ({ Component: (await import("./legal-texts-page.tsx")).LegalTextsPage }),
  },
  {
    path: paths.import,
    handle: { title: "Import" },
    lazy: async () => ({ Component: (await import("./import-page.tsx")).ImportPage }),
  },
  {
    path: paths.partTypes,
    handle: { title: "Part Types" },
    lazy: async () => ({ Component: (await import("./part-types-page.tsx")).PartTypesPage }),
  },
  {
    path: paths.partType,
    handle: { title: "Part Types" },
    lazy: async () => ({ Component: (await import("./part-type-page.tsx")).PartTypePage }),
  },
  {
    path: paths.missedSearches,
    handle: { title: "Missed Searches" },
    lazy: async () => ({
      Component: (await import("./missed-searches-page.tsx")).MissedSearchesPage,
    }),
  },
  {
    path: paths.manageReviews,
    handle: { title: "Manage Reviews" },
    lazy: async () => ({
      Component: (await import("./manage-reviews-page.tsx")).ManageReviewsPage,
    }),
  },
  {
    path: paths.addProduct,
    handle: { title: "Add A Product" },
    lazy: async () => ({ Component: (await import("./add-product-page.tsx")).AddProductPage }),
  },
  {
    path: paths.manageProduct,
    handle: { title: "Manage Products" },
    lazy: async () => ({
      Component: (await import("./manage-product-page.tsx")).ManageProductPage,
    }),
  },
  {
    path: paths.makeAdmin,
    handle: { title: "Make Admin" },
    lazy: async () => ({ Component: (await import("./make-admin-page.tsx")).MakeAdminPage }),
  },
];
