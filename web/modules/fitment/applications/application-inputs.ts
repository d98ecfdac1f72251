import type { Application, NewApplication } from "#contract/applications.ts";
import type { FactWords } from "#contract/fitment.ts";
import type { Term } from "#contract/rules/fit.ts";
import { newKey } from "#web/ui/row-list.tsx";

export type ConditionInput = {
  key: number;
  fact: string;
  /** Of a choice: whether the car has one of these values, or none of them. */
  is: "any" | "none";
  values: string[];
  from: string;
  to: string;
  series: string;
  /** One that this form cannot write; it can only be removed. */
  kept: Term | undefined;
};

export type ApplicationInputs = {
  make: string;
  model: string;
  from: string;
  to: string;
  position: string;
  quantity: string;
  label: string;
  remark: string;
  isHeld: boolean;
  heldBecause: string;
  conditions: ConditionInput[];
};

export const emptyCondition: Omit<ConditionInput, "key"> = {
  ...{ fact: "", is: "any", values: [], from: "", to: "", series: "", kept: undefined },
};

export const emptyInputs: ApplicationInputs = {
  ...{ make: "", model: "", from: "", to: "", position: "", quantity: "", label: "", remark: "" },
  ...{ isHeld: false, heldBecause: "", conditions: [] },
};

export function toInputs(given: Application, facts: readonly FactWords[]): ApplicationInputs {
  const [make = "", model = ""] = given.model.split("/");
  const { from, to, position, quantity, label, remark, heldBecause, terms } = given;
  return {
    ...{ make, model, from: `${from}`, to: `${to}`, label, remark },
    ...{ position: position ?? "", quantity: quantity === null ? "" : `${quantity}` },
    ...{ isHeld: heldBecause !== null, heldBecause: heldBecause ?? "" },
    conditions: terms.map((term) => toCondition(term, facts)),
  };
}

function toCondition(term: Term, facts: readonly FactWords[]): ConditionInput {
  const condition = { ...emptyCondition, key: newKey(), fact: term.fact };
  const kind = facts.find(({ key }) => key === term.fact)?.kind;
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

/** What is missing or wrong in it is said by the server. */
export function toApplication(
  inputs: ApplicationInputs,
  facts: readonly FactWords[],
): NewApplication {
  const { make, model, from, to, position, quantity, label, remark } = inputs;
  return {
    model: make && model ? `${make}/${model}` : "",
    ...{ from: toNumber(from), to: toNumber(to === "" ? from : to), label, remark },
    position: position.trim() === "" ? null : position,
    quantity: quantity.trim() === "" ? null : toNumber(quantity),
    heldBecause: inputs.isHeld ? inputs.heldBecause : null,
    terms: inputs.conditions
      .filter(({ fact }) => fact !== "")
      .map((condition) => toTerm(condition, facts)),
  };
}

function toTerm(condition: ConditionInput, facts: readonly FactWords[]): Term {
  const { fact, is, values, from, to, series, kept } = condition;
  if (kept) return kept;
  const kind = facts.find(({ key }) => key === fact)?.kind;
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
const toNumber = (text: string) => (/^\s*\d{1,9}\s*$/.test(text) ? Number(text) : -1);
