import { queryOptions } from "@tanstack/react-query";
import { thingCalls } from "#contract/things.ts";
import { call } from "#web/app/call.ts";
import { paths } from "#web/app/paths.ts";

export type Command = { name: string; path: string };

const view = (path: string, params: Record<string, string>) =>
  `${path}?${new URLSearchParams(params)}`;

export const pageCommands: readonly Command[] = [
  { name: "Overview", path: paths.overview },
  { name: "My Profile", path: paths.dashboard },
  { name: "Manage All Orders", path: paths.manageAllOrders },
  { name: "Manage Products", path: paths.manageProducts },
  { name: "Manage Reviews", path: paths.manageReviews },
  { name: "Make Admin", path: paths.makeAdmin },
  { name: "People", path: paths.people },
  { name: "Part Types", path: paths.partTypes },
  { name: "Missed Searches", path: paths.missedSearches },
  { name: "Imports and exports", path: paths.imports },
  { name: "Reconciliation", path: paths.reconciliation },
  { name: "Audit Log", path: paths.auditLog },
  { name: "Settings of the company", path: view(paths.settings, { section: "company" }) },
  { name: "Settings of delivery", path: view(paths.settings, { section: "delivery" }) },
  { name: "Settings of tax", path: view(paths.settings, { section: "tax" }) },
  { name: "Settings of letters", path: view(paths.settings, { section: "letters" }) },
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
