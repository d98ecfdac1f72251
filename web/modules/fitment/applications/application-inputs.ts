import type { Application, NewApplication } from "#contract/applications.ts";
import type { FactWords } from "#contract/fitment.ts";
import { type ConditionInput, toCondition, toNumber, toTerms } from "#web/app/condition-inputs.ts";

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

export const emptyInputs: ApplicationInputs = {
  make: "",
  model: "",
  from: "",
  to: "",
  position: "",
  quantity: "",
  label: "",
  remark: "",
  isHeld: false,
  heldBecause: "",
  conditions: [],
};

export function toInputs(given: Application, facts: readonly FactWords[]): ApplicationInputs {
  const [make = "", model = ""] = given.model.split("/");
  const { from, to, position, quantity, label, remark, heldBecause, terms } = given;
  return {
    make,
    model,
    from: `${from}`,
    to: `${to}`,
    label,
    remark,
    position: position ?? "",
    quantity: quantity === null ? "" : `${quantity}`,
    isHeld: heldBecause !== null,
    heldBecause: heldBecause ?? "",
    conditions: terms.map((term) => toCondition(term, facts)),
  };
}

/** What is missing or wrong in it is said by the server. */
export function toApplication(inputs: ApplicationInputs): NewApplication {
  const { make, model, from, to, position, quantity, label, remark } = inputs;
  return {
    model: make && model ? `${make}/${model}` : "",
    from: toNumber(from),
    to: toNumber(to === "" ? from : to),
    label,
    remark,
    position: position.trim() === "" ? null : position,
    quantity: quantity.trim() === "" ? null : toNumber(quantity),
    heldBecause: inputs.isHeld ? inputs.heldBecause : null,
    terms: toTerms(inputs.conditions),
  };
}
