import type { FactWords } from "#contract/fitment.ts";
import type { PartRecord } from "#contract/part-edits.ts";
import type { Term } from "#contract/rules/fit.ts";
import { describeTerm } from "#contract/rules/fit-words.ts";
import { writeDate } from "./format.tsx";

export type NumberKind = PartRecord["numbers"][number]["kind"];
type Written = string | number;

export const numberKindNames: Record<NumberKind, string> = {
  oe: "Vehicle maker (OE)",
  competitor: "Competitor",
  old: "Earlier number of ours",
  gtin: "GTIN",
};

export const attributeWords = (row: { name: string; unit?: string | null; value: Written }) =>
  `${row.name}: ${row.value}${row.unit ? ` ${row.unit}` : ""}`;

type NumberRow = {
  kind: NumberKind;
  brand?: string | null;
  written: string;
  pieces?: Written;
  note?: string;
};

export function numberWords({ kind, brand, written, pieces = 1, note }: NumberRow): string {
  const whose = brand ? `${numberKindNames[kind]}, ${brand}` : numberKindNames[kind];
  const how = `${pieces}` === "1" ? "" : `, ${pieces} of ours replace one`;
  return `${whose}: ${written}${how}${note ? `. Note: ${note}` : ""}`;
}

type ComponentRow = { part: string; quantity: Written; soldAlone?: boolean };

export const componentWords = ({ part, quantity, soldAlone = true }: ComponentRow) =>
  `${quantity} × ${part}, ${soldAlone ? "sold alone as well" : "sold in this kit only"}`;

type SuccessorRow = {
  part: string;
  quantity: Written;
  choice: Written;
  bothWays?: boolean;
  merges?: boolean | undefined;
  terms?: readonly Term[] | undefined;
  since?: string | undefined;
  reason?: string;
};

export function successorWords(row: SuccessorRow, facts: readonly FactWords[]): string {
  const conditions = (row.terms ?? []).map((term) => describeTerm(term, facts)).join(", ");
  const said = [
    `${row.quantity} × ${row.part}`,
    `choice ${row.choice}`,
    row.bothWays && "works both ways",
    row.merges && "replaces several parts at once",
    row.since && `since ${writeDate(row.since)}`,
  ];
  const rest = [
    conditions && `Only for cars: ${conditions}`,
    row.reason && `Reason: ${row.reason}`,
  ];
  return [said.filter(Boolean).join(", "), ...rest.filter(Boolean)].join(". ");
}
