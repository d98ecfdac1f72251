import type { AuditEntry } from "#contract/audit.ts";
import { nameField, nameIn, withoutNames } from "#contract/audit-actions/words.ts";
import type { FactWords } from "#contract/fitment.ts";
import type { Term } from "#contract/rules/fit.ts";
import { formatDollars } from "#contract/rules/money.ts";
import {
  attributeWords,
  componentWords,
  type NumberKind,
  numberWords,
  successorWords,
} from "#web/app/part-words.ts";

/** Kept for who undoes it; its words stand beside it. */
const unshown = new Set(["application"]);

type Kept = Pick<AuditEntry, "before" | "after">;

export const hasConditions = ({ before, after }: Kept): boolean =>
  [before, after].some((fields) =>
    rowsOf(fields?.replacedBy).some(({ terms }) => rowsOf(terms).length > 0),
  );

export function listChanges(
  { before, after }: Kept,
  facts: readonly FactWords[],
): { field: string; words: string }[] {
  const [old, present] = [before ?? {}, after ?? {}];
  const names = new Set([old, present].flatMap((each) => Object.keys(withoutNames(each))));
  const shown = [...names].filter((name) => !unshown.has(name));
  const write = (name: string, value: unknown) => {
    const describe = rowWords[name];
    const rows = rowsOf(value);
    if (name === "price" && typeof value === "number") return `$${formatDollars(value)}`;
    if (!describe || rows.length === 0) return toWords(value);
    return rows.map((row) => describe(row, facts)).join("; ");
  };
  return shown.map((name) => ({
    field: nameField(name),
    words: describeChange(name, nameIn(old, name), nameIn(present, name), write),
  }));
}

type Row = Record<string, unknown>;

function rowsOf(value: unknown): Row[] {
  if (!Array.isArray(value)) return [];
  return value.filter((each): each is Row => typeof each === "object" && each !== null);
}

/** Older entries lack what was added to these since. */
const rowWords: Record<string, (row: Row, facts: readonly FactWords[]) => string> = {
  replacedBy: ({ terms, ...row }, facts) =>
    successorWords(
      {
        part: partOf(row),
        quantity: number(row.quantity),
        choice: number(row.choice),
        bothWays: row.bothWays === true,
        merges: row.merges === true,
        since: text(row.since),
        reason: text(row.reason),
        terms: rowsOf(terms) as Term[],
      },
      facts,
    ),
  components: (row) =>
    componentWords({
      part: partOf(row),
      quantity: number(row.quantity),
      soldAlone: row.soldAlone !== false,
    }),
  numbers: (row) =>
    numberWords({
      kind: row.kind as NumberKind,
      brand: text(row.brand),
      written: text(row.written),
      pieces: number(row.pieces),
      note: text(row.note),
    }),
  attributes: (row) =>
    attributeWords({ name: text(row.name), unit: text(row.unit), value: text(row.value) }),
};

const text = (value: unknown) => (value === null || value === undefined ? "" : `${value}`);
const number = (value: unknown) => Number(value ?? 1);

const partOf = ({ number, name, part }: Row) =>
  name ? `${text(number)} (${text(name)})` : text(number ?? part);

type Write = (name: string, value: unknown) => string;

function describeChange(name: string, before: unknown, after: unknown, write: Write): string {
  if (before === undefined) return write(name, after);
  return `${write(name, before)}, then ${after === undefined ? "gone" : write(name, after)}`;
}

function toWords(value: unknown): string {
  if (value === null || value === "") return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.map(toWords).join(", ") || "none";
  if (typeof value !== "object") return String(value);
  const shown = Object.values(value).filter((each) => each !== null && each !== "");
  return shown.map(toWords).join(" ");
}
