import type { CompanySettings } from "#contract/company-settings.ts";
import type { DeliveryMethod } from "#contract/delivery-settings.ts";
import type { DiscountSetting, PriceListSetting } from "#contract/discount-settings.ts";
import type { TaxRate } from "#contract/tax-settings.ts";
import { defaultSettings } from "#server/modules/settings/default-settings.ts";
import { addVersion } from "#server/modules/settings/store.ts";
import type { Queries } from "#server/platform/database/connect.ts";

/** With all that invoices say of their seller. */
export const aCompany = (given: Partial<CompanySettings> = {}): CompanySettings => ({
  ...defaultSettings.company,
  name: "Partwright",
  address: "12 Mirpur Road\nDhaka 1216",
  vatId: "US123456789",
  ...given,
});

/** As if an admin had entered it. */
export const addCompany = (db: Queries) =>
  addVersion(db, { section: "company", version: 1, value: aCompany() });

const everyDay = [1, 2, 3, 4, 5, 6, 7];

export const aDeliveryMethod = (given: Partial<DeliveryMethod> = {}): DeliveryMethod => ({
  id: "parcel",
  name: "Parcel",
  kind: "carrier",
  zone: "home",
  basis: "weight",
  rates: [{ upTo: null, cents: 590 }],
  freeFromCents: null,
  bulkyCents: 0,
  dangerousCents: 0,
  cutOff: "14:00",
  handlingDays: 0,
  transitFrom: 1,
  transitTo: 2,
  workingDays: everyDay,
  carrierDays: everyDay,
  taxClass: "standard",
  active: true,
  ...given,
});

export const aTaxRate = (given: Partial<TaxRate> = {}): TaxRate => ({
  country: "DE",
  region: "",
  class: "standard",
  rateBp: 1_900,
  contained: true,
  from: null,
  until: null,
  name: "VAT",
  ...given,
});

/** Ten percent off everything, by itself. */
export const aDiscount = (given: Partial<DiscountSetting> = {}): DiscountSetting => ({
  id: "ten",
  label: "Ten percent",
  code: null,
  group: null,
  action: "percent",
  percentBp: 1_000,
  cents: 0,
  targets: [],
  excluded: [],
  minGoodsCents: 0,
  minPieces: 0,
  from: null,
  until: null,
  alone: false,
  maxUses: null,
  maxUsesEach: null,
  active: true,
  ...given,
});

export const aPriceList = (given: Partial<PriceListSetting> = {}): PriceListSetting => ({
  id: "list",
  name: "List",
  group: null,
  percents: [],
  prices: [],
  active: true,
  from: null,
  until: null,
  ...given,
});
