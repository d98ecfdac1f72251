import type { ViewList } from "../saved-views.ts";
import type { AuditFields, Facts, Told } from "./audited-action.ts";

export function count(many: unknown, what: string): string {
  const number = Number(many);
  return number === 1 ? `1 ${what}` : `${number} ${what}s`;
}

const fieldNames: Record<string, string> = {
  availablQuantity: "available quantity",
  change: "pieces",
  packOf: "pack size",
  lowStock: "low-stock threshold",
  replacedBy: "successors",
  fromShelf: "put together from the shelf",
};

/** "minimumQuantity" → "minimum quantity" */
export const nameField = (field: string): string =>
  fieldNames[field] ?? field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

export const withoutNames = (fields: AuditFields): AuditFields =>
  Object.fromEntries(Object.entries(fields).filter(([field]) => !isName(field, fields)));

const isName = (field: string, fields: AuditFields): boolean =>
  field.endsWith("Name") && Object.hasOwn(fields, field.slice(0, -"Name".length));

/** As their pages are called. */
const viewLists = {
  products: "Manage Products",
  orders: "Manage All Orders",
  people: "People",
  reviews: "Manage Reviews",
  returns: "Returns",
  deposits: "Deposits",
  "audit-log": "Audit Log",
  "missed-searches": "Missed Searches",
  "missed-vehicles": "Vehicles Without A Part",
  "webhook-log": "Webhooks",
  jobs: "Jobs",
  withdrawals: "Withdrawals",
  companies: "Companies",
} satisfies Record<ViewList, string>;

export const nameViewList = (list: unknown): string => viewLists[list as ViewList] ?? `${list}`;

/** Older entries have the id alone. */
export const nameIn = (fields: AuditFields, field: string): unknown =>
  fields[`${field}Name`] ?? fields[field];

export function listFields(changed: AuditFields): string {
  const words = Object.keys(withoutNames(changed)).map(nameField);
  const last = words.pop() ?? "";
  return words.length === 0 ? last : `${words.join(", ")} and ${last}`;
}

export function tellEdit({ before, after, money }: Facts): Told {
  const [field, another] = Object.keys(withoutNames(after));
  if (field === undefined) return ["edited ", ""];
  if (another === undefined && field === "hidden") {
    return after.hidden ? ["hid ", ""] : ["showed ", " again"];
  }
  const what = `changed ${listFields(after)} of `;
  if (another !== undefined || !isShort(before[field]) || !isShort(after[field])) return [what, ""];
  const write = (value: unknown) => (field === "price" ? money(value) : toWords(value));
  return [what, ` from ${write(nameIn(before, field))} to ${write(nameIn(after, field))}`];
}

const longestValue = 60;

const isShort = (value: unknown): boolean =>
  value === null ||
  typeof value === "number" ||
  typeof value === "boolean" ||
  (typeof value === "string" && value.length <= longestValue);

function toWords(value: unknown): string {
  if (value === null || value === "") return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "string" ? `“${value}”` : `${value}`;
}
