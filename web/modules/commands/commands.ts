import { queryOptions } from "@tanstack/react-query";
import type { SettingsSection } from "#contract/settings.ts";
import { type Thing, thingCalls } from "#contract/things.ts";
import { call } from "#web/app/call.ts";
import { depositsName, paths, returnPath, vehiclesPath, withdrawalsName } from "#web/app/paths.ts";

export type Command = { name: string; path: string };

const view = (path: string, params: Record<string, string>) =>
  `${path}?${new URLSearchParams(params)}`;

const settings = (section: SettingsSection) => view(paths.settings, { section });

export const pageCommands: readonly Command[] = [
  { name: "Overview", path: paths.overview },
  { name: "My Profile", path: paths.dashboard },
  { name: "Manage All Orders", path: paths.manageAllOrders },
  { name: "Manage Products", path: paths.manageProducts },
  { name: "Manage Reviews", path: paths.manageReviews },
  { name: "Make Admin", path: paths.makeAdmin },
  { name: "People", path: paths.people },
  { name: "Companies on account", path: paths.companies },
  { name: "Part Types", path: paths.partTypes },
  { name: "Missed Searches", path: paths.missedSearches },
  { name: "Vehicles without a part", path: paths.missedVehicles },
  { name: "Imports and exports", path: paths.imports },
  { name: "Reconciliation", path: paths.reconciliation },
  { name: "Audit Log", path: paths.auditLog },
  { name: "Returns", path: paths.returns },
  { name: "Withdrawals", path: returnPath(withdrawalsName) },
  { name: "Core deposits", path: returnPath(depositsName) },
  { name: "Vehicles", path: vehiclesPath() },
  { name: "Held applications", path: paths.heldApplications },
  { name: "Repairs: jobs on cars", path: paths.repairs },
  { name: "Settings of the company, opening hours, logo", path: settings("company") },
  { name: "Settings of delivery", path: settings("delivery") },
  { name: "Settings of tax", path: settings("tax") },
  { name: "Settings of discounts and prices", path: settings("discounts") },
  { name: "Settings of returns", path: settings("returns") },
  { name: "Settings of reviews", path: settings("reviews") },
  { name: "Settings of letters", path: settings("letters") },
  { name: "Legal Texts", path: paths.legalTexts },
  { name: "API Keys", path: paths.apiKeys },
  { name: "Webhooks", path: paths.webhooks },
  { name: "Examples for programs", path: paths.callExamples },
  { name: "Jobs", path: paths.jobs },
  { name: "Sign-in and security", path: paths.security },
];

export const actionCommands: readonly Command[] = [
  { name: "Ship paid orders", path: view(paths.manageAllOrders, { view: "to-ship" }) },
  { name: "Find an order in the work list", path: view(paths.manageAllOrders, { view: "work" }) },
  { name: "Look at unpaid orders", path: view(paths.manageAllOrders, { view: "unpaid" }) },
  { name: "Order for a customer by telephone", path: paths.phoneOrder },
  { name: "Restock what is low", path: view(paths.manageProducts, { view: "low" }) },
  { name: "Add a product", path: paths.addProduct },
  { name: "Upload prices or stock", path: paths.imports },
  { name: "Give or take a role", path: view(paths.people, { group: "admins" }) },
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

export function matches({ name }: Command, q: string): boolean {
  const text = ` ${name.toLowerCase()}`;
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
