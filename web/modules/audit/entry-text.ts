import type { AuditEntry } from "#contract/audit.ts";

export function isAboutOrder({ action }: AuditEntry): boolean {
  return ["cancel-order", "refund-order", "settle-refund-elsewhere"].includes(action);
}

const fieldNames: Record<string, string> = {
  minimumQuantity: "minimum quantity",
  availablQuantity: "available quantity",
  change: "pieces",
  packOf: "pieces in a pack",
  lowStock: "low stock from",
  replacedBy: "replaced by",
};

export function listChanges({ before, after }: AuditEntry): { field: string; words: string }[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names].map((name) => ({
    field: fieldNames[name] ?? name,
    words: describeChange(before?.[name], after?.[name]),
  }));
}

function describeChange(before: unknown, after: unknown): string {
  if (before === undefined) return toWords(after);
  return `${toWords(before)}, then ${after === undefined ? "gone" : toWords(after)}`;
}

function toWords(value: unknown): string {
  if (value === null || value === "") return "none";
  if (Array.isArray(value)) return value.map(toWords).join(", ") || "none";
  if (typeof value !== "object") return String(value);
  const shown = Object.values(value).filter((each) => each !== null && each !== "");
  return shown.map(toWords).join(" ");
}
