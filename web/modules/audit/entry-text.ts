import type { AuditEntry } from "#contract/audit.ts";

export function isAboutOrder({ action }: AuditEntry): boolean {
  return ["cancel-order", "refund-order", "settle-refund-elsewhere"].includes(action);
}

const fieldNames: Record<string, string> = {
  minimumQuantity: "minimum quantity",
  availablQuantity: "available quantity",
};

export function listChanges({ before, after }: AuditEntry): { field: string; words: string }[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names].map((name) => ({
    field: fieldNames[name] ?? name,
    words: describeChange(before?.[name], after?.[name]),
  }));
}

function describeChange(before: unknown, after: unknown): string {
  if (before === undefined) return String(after);
  return after === undefined ? `${before}, then gone` : `${before}, then ${after}`;
}
