// Each table that holds somebody's id, e-mail or name: where the export of own data has it, or why not.
import { globSync } from "node:fs";
import { resolve } from "node:path";
import { is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { expect, it } from "vitest";
import { type OwnData, ownData } from "#contract/own-data.ts";
import { users } from "#server/modules/customers/tables.ts";

const exported: Record<string, (keyof OwnData)[]> = {
  users: ["account"],
  profiles: ["profiles"],
  identities: ["signIns"],
  passkeys: ["signIns"],
  sessions: ["signIns"],
  api_keys: ["signIns"],
  known_devices: ["signIns"],
  email_changes: ["signIns"],
  authenticator_apps: ["signIns"],
  recovery_codes: ["signIns"],
  orders: ["orders", "billing"],
  corrected_addresses: ["correctedAddresses"],
  baskets: ["basket"],
  checkouts: ["checkout"],
  addresses: ["checkout"],
  reviews: ["reviews", "pictures"],
  stock_alerts: ["stockAlerts"],
  wishes: ["wishes"],
  garage_cars: ["garage"],
  saved_views: ["savedViews"],
  withdrawals: ["withdrawals"],
  company_members: ["company"],
  company_invitations: ["invitations"],
  review_reports: ["reviewReports"],
  settled_reports: ["reviewReports"],
  provider_customers: ["cardCustomer"],
  letters: ["waitingLetters"],
  audit_log: ["changes"],
};

const byOrder = "a part of what the export has under orders";
const byWhom = "says which admin or program did it; what it is about is in the export";
const shortLived = "a secret, or counts tries, for minutes or hours";
const left: Record<string, string> = {
  order_sums: byOrder,
  discount_uses: byOrder,
  reservations: byOrder,
  inventory_movements: byOrder,
  stock_movements: "the movements of older releases, as inventory_movements",
  order_notes: "notes of admins to each other",
  shipments: byWhom,
  refunds: byWhom,
  vat_checks: byWhom,
  returns: byWhom,
  losses: byWhom,
  outbox: byWhom,
  account_receipts: byWhom,
  kept_answers: "ids and amounts of a request's answer, for a day",
  one_time_tokens: shortLived,
  passkey_challenges: shortLived,
  pending_sign_ins: shortLived,
  sign_in_codes: shortLived,
  basket_comments: "names that guests gave; the export has them with the basket",
};

const isPersonal = (column: string) =>
  /^(user_id|by_user|email|new_email|who|reporter|customer|person)$/.test(column) ||
  /^(user|customer|person)_/.test(column);

async function readTables() {
  const modules = globSync("server/**/tables.ts").map((file) => import(resolve(file)));
  return (await Promise.all(modules))
    .flatMap((module) => Object.values<unknown>(module))
    .filter((each) => is(each, PgTable))
    .map((table) => getTableConfig(table));
}

it("covers each table that names a person, or says why not", async () => {
  const personal = (await readTables())
    .filter(({ columns, foreignKeys }) => {
      const tables = foreignKeys.map((key) => key.reference().foreignTable);
      return columns.some(({ name }) => isPersonal(name)) || tables.includes(users);
    })
    .map(({ name }) => name);
  expect(personal).toContain("orders");
  const known = [...Object.keys(exported), ...Object.keys(left)];
  expect(personal.filter((name) => !known.includes(name))).toEqual([]);
});

it("has what it says for each of them, and each column of an account", async () => {
  const parts = Object.keys(ownData.shape);
  const named = Object.values(exported).flat();
  expect(named.filter((name) => !parts.includes(name))).toEqual([]);
  const account = Object.keys(ownData.shape.account.shape).map((name) => name.replace("_id", "id"));
  // The role tells a limited one; of a password the export tells that there is one.
  const others = ["position", "limitedRole", "passwordHash"];
  const columns = getTableConfig(users).columns.map(({ name }) =>
    name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase()),
  );
  expect(columns.filter((name) => ![...account, ...others].includes(name))).toEqual([]);
});
