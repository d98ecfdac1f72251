import type { AuditEntry } from "#contract/audit.ts";
import { nameField, nameIn, withoutNames } from "#contract/audit-actions/words.ts";

/** Kept for who undoes it; its words stand beside it. */
const unshown = new Set(["application"]);

export function listChanges({
  before,
  after,
}: Pick<AuditEntry, "before" | "after">): { field: string; words: string }[] {
  const [old, present] = [before ?? {}, after ?? {}];
  const names = new Set([old, present].flatMap((each) => Object.keys(withoutNames(each))));
  const shown = [...names].filter((name) => !unshown.has(name));
  return shown.map((name) => ({
    field: nameField(name),
    words: describeChange(nameIn(old, name), nameIn(present, name)),
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
