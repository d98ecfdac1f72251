import type { changedTitles, LegalVersions } from "#contract/rules/legal-versions.ts";
import type { quoteOrder } from "#contract/rules/quote-order.ts";
import type { BasketVerbs } from "#server/modules/baskets/basket-verbs.ts";
import type { BasketsContext } from "#server/modules/baskets/context.ts";
import type { readBuyingCompany } from "#server/modules/companies/read-buying-company.ts";
import type { findByEmail, findOrAddByEmail } from "#server/modules/customers/find-by-email.ts";
import type { nameAccount } from "#server/modules/customers/name-account.ts";
import type { FitmentVerbs } from "#server/modules/fitment/fitment-verbs.ts";
import type { InventoryVerbs } from "#server/modules/inventory/inventory-verbs.ts";
import type { Letters } from "#server/modules/letters/queue-letter.ts";
import type { CheckoutOrders } from "#server/modules/orders/checkout-orders.ts";
import type { queueVatCheck } from "#server/modules/vat/check-vat.ts";
import type { Queries } from "#server/platform/database/connect.ts";

export type CheckoutContext = BasketsContext & {
  signInSteps: { endUnverified(tx: Queries, userId: string): Promise<boolean> };
  accounts: { readBuyingCompany: typeof readBuyingCompany };
  baskets: BasketVerbs;
  checkoutOrders: CheckoutOrders;
  fitment: FitmentVerbs;
  customers: {
    nameAccount: typeof nameAccount;
    findByEmail: typeof findByEmail;
    findOrAddByEmail: typeof findOrAddByEmail;
  };
  inventory: InventoryVerbs;
  legalTexts: {
    readVersions: (db: Queries) => Promise<LegalVersions>;
    changedTitles: typeof changedTitles;
  };
  letters: Letters;
  quoteOrder: typeof quoteOrder;
  vat: { queueVatCheck: typeof queueVatCheck };
};
