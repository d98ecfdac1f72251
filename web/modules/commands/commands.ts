import { queryOptions } from "@tanstack/react-query";
import type { SettingsSection } from "#contract/settings.ts";
import { type Thing, thingCalls } from "#contract/things.ts";
import { call } from "#web/app/call.ts";
import { depositsName, paths, returnPath, vehiclesPath, withdrawalsName } from "#web/app/paths.ts";

/** `also`: other names for it. */
export type Command = { name: string; path: string; also?: string; isSignOut?: true };

const view = (path: string, params: Record<string, string>) =>
  `${path}?${new URLSearchParams(params)}`;

const settings = (section: SettingsSection) => view(paths.settings, { section });

export const pageCommands: readonly Command[] = [
  { name: "Overview", path: paths.overview, also: "dashboard start statistics sales figures" },
  { name: "My Profile", path: paths.dashboard, also: "account photo picture address" },
  { name: "Manage All Orders", path: paths.manageAllOrders, also: "order list sales purchases" },
  {
    name: "Manage Products",
    path: paths.manageProducts,
    also: "parts catalogue items articles stock inventory prices",
  },
  { name: "Manage Reviews", path: paths.manageReviews, also: "ratings stars comments" },
  { name: "Make Admin", path: paths.makeAdmin, also: "new admin user rights" },
  { name: "People", path: paths.people, also: "customers users accounts staff team roles" },
  { name: "Companies on account", path: paths.companies, also: "credit invoice debtors b2b" },
  { name: "Part Types", path: paths.partTypes, also: "categories product types attributes" },
  { name: "Missed Searches", path: paths.missedSearches, also: "search without results not found" },
  { name: "Vehicles without a part", path: paths.missedVehicles },
  {
    name: "Imports and exports",
    path: paths.imports,
    also: "csv excel upload download file price list erp",
  },
  {
    name: "Reconciliation",
    path: paths.reconciliation,
    also: "check money differences accounting",
  },
  { name: "Audit Log", path: paths.auditLog, also: "history changes who did what" },
  { name: "Returns", path: paths.returns, also: "rma refund exchange" },
  { name: "Withdrawals", path: returnPath(withdrawalsName), also: "revocation cancel contract" },
  { name: "Core deposits", path: returnPath(depositsName), also: "core charge" },
  { name: "Vehicles", path: vehiclesPath(), also: "cars makes models fitment" },
  { name: "Held applications", path: paths.heldApplications },
  { name: "Repairs: jobs on cars", path: paths.repairs },
  {
    name: "Settings of the company, opening hours, logo",
    path: settings("company"),
    also: "address name contact imprint seller",
  },
  {
    name: "Settings of delivery",
    path: settings("delivery"),
    also: "shipping delivery zone zones methods freight countries postage",
  },
  { name: "Settings of tax", path: settings("tax"), also: "vat rates sales tax" },
  {
    name: "Settings of discounts and prices",
    path: settings("discounts"),
    also: "coupon code promotion sale price list customer groups",
  },
  { name: "Settings of returns", path: settings("returns") },
  { name: "Settings of reviews", path: settings("reviews") },
  { name: "Settings of letters", path: settings("letters"), also: "e-mail emails mail templates" },
  { name: "Legal Texts", path: paths.legalTexts, also: "terms privacy imprint policy" },
  { name: "API Keys", path: paths.apiKeys, also: "token program integration" },
  { name: "Webhooks", path: paths.webhooks, also: "notifications integration events" },
  { name: "Examples for programs", path: paths.callExamples, also: "api documentation guide" },
  { name: "Jobs", path: paths.jobs, also: "queue background tasks failed" },
  { name: "Sign-in and security", path: paths.security, also: "password passkey two factor 2fa" },
];

export const actionCommands: readonly Command[] = [
  {
    name: "Ship paid orders",
    path: view(paths.manageAllOrders, { view: "to-ship" }),
    also: "send dispatch parcels packing slip labels",
  },
  { name: "Find an order in the work list", path: view(paths.manageAllOrders, { view: "work" }) },
  {
    name: "Look at unpaid orders",
    path: view(paths.manageAllOrders, { view: "unpaid" }),
    also: "open pending",
  },
  {
    name: "Order for a customer by telephone",
    path: paths.phoneOrder,
    also: "new order phone manual",
  },
  {
    name: "Restock what is low",
    path: view(paths.manageProducts, { view: "low" }),
    also: "reorder inventory out of stock",
  },
  { name: "Add a product", path: paths.addProduct, also: "new product create part item article" },
  { name: "Upload prices or stock", path: paths.imports },
  {
    name: "Give or take a role",
    path: view(paths.people, { group: "admins" }),
    also: "permission staff employee rights",
  },
  {
    name: "Sign out",
    path: paths.login,
    also: "log out logout logoff leave exit",
    isSignOut: true,
  },
];

type Deed = {
  verb: string;
  short?: string;
  kind: Thing["kind"];
  path: (key: string, name: string) => string;
};

const order = (key: string) => view(paths.manageAllOrders, { order: key });

/** In the list, where stock and price are edited; its number ends its name. */
const partIn = (name: string) =>
  view(paths.manageProducts, { q: name.slice(name.lastIndexOf(" ") + 1) });

/** Said with the number or name of a thing: "Refund 10488". */
const deeds: readonly Deed[] = [
  { verb: "Refund", kind: "order", path: (key) => `${order(key)}#refund` },
  { verb: "Ship", kind: "order", path: order },
  { verb: "Restock", kind: "part", path: (_, name) => partIn(name) },
  { verb: "Price of", short: "Price", kind: "part", path: (_, name) => partIn(name) },
];

export function readDeed(text: string): { deed: Deed; about: string } | undefined {
  for (const deed of deeds) {
    for (const verb of [deed.verb, deed.short ?? deed.verb]) {
      const start = `${verb.toLowerCase()} `;
      const about = text.slice(start.length).trim();
      if (text.toLowerCase().startsWith(start) && about !== "") return { deed, about };
    }
  }
  return undefined;
}

export function toCommand({ verb, kind, path }: Deed, thing: Thing): Command[] {
  if (thing.kind !== kind || thing.key === null) return [];
  return [{ name: `${verb} ${thing.name}`, path: path(thing.key, thing.name) }];
}

export function matches({ name, also = "" }: Command, q: string): boolean {
  const text = ` ${name} ${also}`.toLowerCase();
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(` ${word}`));
}

export const foundThings = (q: string) =>
  queryOptions({
    queryKey: ["things", q],
    queryFn: ({ signal }) => call(thingCalls.find, { query: { q } }, signal),
    staleTime: 5_000,
  });
