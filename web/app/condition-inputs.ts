import type { FactWords } from "#contract/fitment.ts";
import type { Term } from "#contract/rules/fit.ts";
import { newKey } from "#web/ui/row-list.tsx";

export type ConditionInput = {
  key: number;
  fact: string;
  kind: FactWords["kind"] | undefined;
  /** Of a choice: whether the car has one of these values, or none of them. */
  is: "any" | "none";
  values: string[];
  from: string;
  to: string;
  series: string;
  /** One that this form cannot write; it can only be removed. */
  kept: Term | undefined;
};

export const emptyCondition: Omit<ConditionInput, "key"> = {
  fact: "",
  kind: undefined,
  is: "any",
  values: [],
  from: "",
  to: "",
  series: "",
  kept: undefined,
};

export function toCondition(term: Term, facts: readonly FactWords[]): ConditionInput {
  const kind = facts.find(({ key }) => key === term.fact)?.kind;
  const condition = { ...emptyCondition, key: newKey(), fact: term.fact, kind };
  if (kind === "choice" || kind === "look") {
    if ("any" in term) return { ...condition, values: term.any.map(String) };
    if ("none" in term) return { ...condition, is: "none", values: term.none.map(String) };
  }
  if (!kind || "any" in term || "none" in term || "notSeries" in term) {
    return { ...condition, kept: term };
  }
  const write = (at: number | undefined) => {
    if (at === undefined) return "";
    return kind === "date" ? `${at}`.replace(/(....)(..)(..)/, "$1-$2-$3") : `${at}`;
  };
  const { from, to } = term as { from?: number; to?: number };
  const series = "series" in term ? term.series : "";
  return { ...condition, series, from: write(from), to: write(to) };
}

/** What is missing or wrong in them is said by the server. */
export const toTerms = (conditions: readonly ConditionInput[]): Term[] =>
  conditions.filter(({ fact }) => fact !== "").map(toTerm);

function toTerm({ fact, kind, is, values, from, to, series, kept }: ConditionInput): Term {
  if (kept) return kept;
  if (kind === "look") return { fact, any: values };
  if (kind === "choice") {
    const ids = values.map(Number);
    return is === "any" ? { fact, any: ids } : { fact, none: ids };
  }
  const read = (text: string) => toNumber(kind === "date" ? text.replaceAll("-", "") : text);
  const span = {
    ...(from.trim() === "" ? {} : { from: read(from) }),
    ...(to.trim() === "" ? {} : { to: read(to) }),
  };
  return kind === "serial"
    ? { fact, series: series.trim().toUpperCase(), ...span }
    : { fact, ...span };
}

/** What is no number is refused at its field. */
export const toNumber = (text: string) => (/^\s*\d{1,9}\s*$/.test(text) ? Number(text) : -1);
