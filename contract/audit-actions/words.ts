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

export function listFields(changed: AuditFields): string {
  const words = Object.keys(changed).map(nameField);
  const last = words.pop() ?? "";
  return words.length === 0 ? last : `${words.join(", ")} and ${last}`;
}

export function tellEdit({ before, after, money }: Facts): Told {
  const [field, another] = Object.keys(after);
  if (field === undefined) return ["edited ", ""];
  if (another === undefined && field === "hidden") {
    return after.hidden ? ["hid ", ""] : ["showed ", " again"];
  }
  const what = `changed ${listFields(after)} of `;
  if (another !== undefined || !isShort(before[field]) || !isShort(after[field])) return [what, ""];
  const write = (value: unknown) => (field === "price" ? money(value) : toWords(value));
  return [what, ` from ${write(before[field])} to ${write(after[field])}`];
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
