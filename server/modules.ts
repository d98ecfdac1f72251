// The modules of the shop. A module may use those above it in this list, as modules.json says.

import type { AllModules, ShopModule } from "./module.ts";
import { accounts } from "./modules/accounts/module.ts";
import { baskets } from "./modules/baskets/module.ts";
import { catalog } from "./modules/catalog/module.ts";
import { checkout } from "./modules/checkout/module.ts";
import { companies } from "./modules/companies/module.ts";
import { customers } from "./modules/customers/module.ts";
import { fitment } from "./modules/fitment/module.ts";
import { garage } from "./modules/garage/module.ts";
import { identity } from "./modules/identity/module.ts";
import type { Kinds } from "./modules/imports/import-kind.ts";
import { imports } from "./modules/imports/module.ts";
import { inventory } from "./modules/inventory/module.ts";
import { invoices } from "./modules/invoices/module.ts";
import { legal } from "./modules/legal/module.ts";
import { letters } from "./modules/letters/module.ts";
import { losses } from "./modules/losses/module.ts";
import { media } from "./modules/media/module.ts";
import { orderPages } from "./modules/order-pages/module.ts";
import { orders } from "./modules/orders/module.ts";
import { overview } from "./modules/overview/module.ts";
import { paying } from "./modules/paying/module.ts";
import { payments } from "./modules/payments/module.ts";
import { people } from "./modules/people/module.ts";
import { privacy } from "./modules/privacy/module.ts";
import { refunds } from "./modules/refunds/module.ts";
import { repairs } from "./modules/repairs/module.ts";
import { returns } from "./modules/returns/module.ts";
import { reviews } from "./modules/reviews/module.ts";
import { savedViews } from "./modules/saved-views/module.ts";
import { search } from "./modules/search/module.ts";
import { settings } from "./modules/settings/module.ts";
import { shipments } from "./modules/shipments/module.ts";
import { stockAlerts } from "./modules/stock-alerts/module.ts";
import { vat } from "./modules/vat/module.ts";
import { webhooks } from "./modules/webhooks/module.ts";
import { wishes } from "./modules/wishes/module.ts";
import { withdrawals } from "./modules/withdrawals/module.ts";
import { cleanup } from "./operations/cleanup/module.ts";
import { reconciliation } from "./operations/reconciliation/module.ts";

export const modules: readonly ShopModule[] = [
  settings,
  legal,
  media,
  imports,
  customers,
  letters,
  identity,
  vat,
  companies,
  inventory,
  fitment,
  catalog,
  search,
  repairs,
  garage,
  orders,
  baskets,
  checkout,
  shipments,
  payments,
  refunds,
  paying,
  accounts,
  invoices,
  returns,
  losses,
  withdrawals,
  stockAlerts,
  reviews,
  wishes,
  savedViews,
  webhooks,
  people,
  orderPages,
  reconciliation,
  overview,
  privacy,
  cleanup,
];

export const allModules: AllModules = {
  emails: (context) => merge(modules.map(({ emails }) => emails?.(context))),
  undo: merge(modules.map(({ undo }) => undo)),
  undoChecks: merge(modules.map(({ undoChecks }) => undoChecks)),
  records: merge(modules.map(({ records }) => records)),
  importKinds: merge(modules.map(({ importKinds }) => importKinds)) as Kinds,
  accountEndings: {
    unverified: modules.flatMap(({ accountEndings }) => accountEndings?.unverified ?? []),
    ofStrangers: modules.flatMap(({ accountEndings }) => accountEndings?.ofStrangers ?? []),
    formerEmail: modules.flatMap(({ accountEndings }) => accountEndings?.formerEmail ?? []),
  },
  ownData: modules.flatMap(({ ownData }) => ownData ?? []),
  expires: modules.flatMap(({ expires }) => expires ?? []),
};

function merge<Part extends object>(parts: readonly (Part | undefined)[]): Part {
  return Object.assign({}, ...parts);
}
