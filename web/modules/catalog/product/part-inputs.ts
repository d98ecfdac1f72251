import type { PartEdit, PartRecord } from "#contract/part-edits.ts";
import type { Term } from "#contract/rules/fit.ts";
import { type ConditionInput, toTerms } from "#web/app/condition-inputs.ts";
import { readMoney } from "#web/app/money-field.tsx";
import type { NumberKind } from "#web/app/part-words.ts";

type Row = { key: number };
export type PictureInput = Row & { address: string };
export type AttributeInput = Row & { name: string; unit: string; value: string };
export type NumberInput = Row & {
  kind: NumberKind;
  brand: string;
  written: string;
  pieces: string;
  note: string;
};
export type SuccessorInput = Row & {
  part: string;
  choice: string;
  quantity: string;
  bothWays: boolean;
  merges: boolean;
  /** As saved, which the form can only remove. */
  terms: Term[];
  conditions: ConditionInput[];
  since: string;
  reason: string;
};

export type ComponentInput = Row & { part: string; quantity: string; soldAlone: boolean };

export type PartInputs = {
  name: string;
  number: string;
  type: string;
  furtherTypes: string[];
  brand: string;
  life: PartRecord["life"];
  description: string;
  price: string;
  minimumQuantity: string;
  packOf: string;
  lowStock: string;
  weight: string;
  taxClass: string;
  deposit: string;
  bulky: boolean;
  dangerous: boolean;
  pictures: PictureInput[];
  attributes: AttributeInput[];
  numbers: NumberInput[];
  replacedBy: SuccessorInput[];
  components: ComponentInput[];
  fromShelf: boolean;
};
export type PartField = keyof PartInputs;

export const fieldLabels: Record<PartField, string> = {
  name: "Name",
  number: "Part number",
  type: "Type",
  furtherTypes: "Also listed under",
  brand: "Brand",
  life: "Life",
  description: "Description",
  price: "Per Price",
  minimumQuantity: "Minimum Quantity",
  packOf: "Pieces in a pack",
  lowStock: "Low stock from",
  weight: "Weight in grams",
  taxClass: "Tax class",
  deposit: "Core deposit",
  bulky: "Bulky",
  dangerous: "Dangerous goods",
  pictures: "Pictures",
  attributes: "Attributes",
  numbers: "Numbers of others",
  replacedBy: "Replaced by",
  components: "Components",
  fromShelf: "Put together from the shelf when it is ordered",
};
const fields = Object.keys(fieldLabels) as PartField[];

export const lifeNames: Record<PartInputs["life"], string> = {
  announced: "Announced",
  active: "Active",
  superseded: "Superseded",
  ended: "Ended",
};

export type Errors = Record<string, string>;

export function toInputs(part: PartRecord): PartInputs {
  const { name, number, life, description } = part;
  return {
    name,
    number,
    life,
    description,
    type: part.type ?? "",
    brand: part.brand ?? "",
    furtherTypes: part.furtherTypes,
    price: part.price.toFixed(2),
    minimumQuantity: `${part.minimumQuantity}`,
    packOf: `${part.packOf}`,
    lowStock: part.lowStock === null ? "" : `${part.lowStock}`,
    bulky: part.bulky,
    dangerous: part.dangerous,
    taxClass: part.taxClass,
    deposit: part.deposit === 0 ? "" : part.deposit.toFixed(2),
    weight: part.weight === null ? "" : `${part.weight}`,
    pictures: part.pictures.map((address, key) => ({ key, address })),
    attributes: part.attributes.map(({ name, unit, value }, key) => ({
      key,
      name,
      unit: unit ?? "",
      value: `${value}`,
    })),
    numbers: part.numbers.map(({ kind, brand, written, pieces, note }, key) => ({
      key,
      kind,
      brand: brand ?? "",
      written,
      pieces: `${pieces}`,
      note,
    })),
    replacedBy: part.replacedBy.map(({ number, choice, quantity, ...row }, key) => ({
      key,
      part: number,
      choice: `${choice}`,
      quantity: `${quantity}`,
      bothWays: row.bothWays,
      since: row.since,
      reason: row.reason,
      merges: row.merges,
      terms: row.terms,
      conditions: [],
    })),
    components: part.components.map(({ number, quantity, soldAlone }, key) => ({
      key,
      part: number,
      quantity: `${quantity}`,
      soldAlone,
    })),
    fromShelf: part.fromShelf,
  };
}

export const emptyNumber = { kind: "oe", brand: "", written: "", pieces: "1", note: "" } as const;

export function dropBlankRows(inputs: PartInputs): PartInputs {
  return {
    ...inputs,
    furtherTypes: listFurtherTypes(inputs),
    pictures: inputs.pictures.filter(({ address }) => address.trim() !== ""),
    attributes: inputs.attributes.filter(({ value }) => value.trim() !== ""),
    numbers: inputs.numbers.filter((row) => `${row.written}${row.brand}${row.note}`.trim() !== ""),
    replacedBy: inputs.replacedBy
      .filter((row) => `${row.part}${row.reason}`.trim() !== "" || row.conditions.length > 0)
      .map((row) => ({ ...row, conditions: row.conditions.filter(({ fact }) => fact !== "") })),
    components: inputs.components.filter(({ part }) => part.trim() !== ""),
  };
}

/** Without gaps, in the order of the record. */
export const listFurtherTypes = ({ type, furtherTypes }: PartInputs) =>
  [...new Set(furtherTypes)].filter((slug) => slug !== "" && slug !== type).sort();

export function changedFields(inputs: PartInputs, before: PartInputs): PartField[] {
  const one = sortAttributes(writeAlike(dropBlankRows(inputs)));
  const other = sortAttributes(writeAlike(dropBlankRows(before)));
  return fields.filter((field) => toText(one[field]) !== toText(other[field]));
}

const writeAlike = (inputs: PartInputs): PartInputs => ({
  ...inputs,
  price: writeAmount(inputs.price),
  deposit: writeAmount(inputs.deposit),
});

/** As the record has it, where it can be read. */
export function writeAmount(typed: string): string {
  const reading = readMoney(typed);
  return "dollars" in reading ? reading.dollars.toFixed(2) : typed;
}

function sortAttributes(inputs: PartInputs): PartInputs {
  const byName = (one: AttributeInput, other: AttributeInput) => (one.name < other.name ? -1 : 1);
  return { ...inputs, attributes: inputs.attributes.toSorted(byName) };
}

const toText = (value: PartInputs[PartField]) =>
  JSON.stringify(value, (name, each) => (name === "key" ? undefined : each));

export function pickFields<Values extends object>(values: Values, names: readonly string[]) {
  const picked = Object.entries(values).filter(([name]) => names.includes(name));
  return Object.fromEntries(picked) as Partial<Values>;
}

export function readEdit(
  inputs: PartInputs,
  names: readonly PartField[],
): { edit: PartEdit } | { errors: Errors } {
  const errors: Errors = {};
  const readNumber = (field: string, text: string, pattern: RegExp, problem: string) => {
    if (!pattern.test(text.trim()) && names.some((name) => field.split(".")[0] === name)) {
      errors[field] = problem;
    }
    return Number(text.trim().replace(",", "."));
  };
  const count = (field: string, text: string) =>
    readNumber(field, text, /^\d+$/, "Must be a whole number, such as 12");
  const { name, number, type, brand, life, description, lowStock, weight } = inputs;
  const { bulky, dangerous, taxClass } = inputs;
  const price = readMoney(inputs.price);
  if ("problem" in price && names.includes("price")) errors.price = price.problem;
  const deposit = inputs.deposit.trim() === "" ? { dollars: 0 } : readMoney(inputs.deposit);
  if ("problem" in deposit && names.includes("deposit")) errors.deposit = deposit.problem;
  const edit: PartEdit = {
    name,
    number,
    life,
    description,
    type: type || null,
    brand: brand.trim() || null,
    price: "dollars" in price ? price.dollars : 0,
    deposit: "dollars" in deposit ? deposit.dollars : 0,
    minimumQuantity: count("minimumQuantity", inputs.minimumQuantity),
    packOf: count("packOf", inputs.packOf),
    lowStock: lowStock.trim() === "" ? null : count("lowStock", lowStock),
    weight: weight.trim() === "" ? null : count("weight", weight),
    bulky,
    dangerous,
    taxClass: taxClass.trim(),
    furtherTypes: inputs.furtherTypes,
    pictures: inputs.pictures.map(({ address }) => address.trim()),
    attributes: inputs.attributes.map(toAttribute),
    numbers: inputs.numbers.map(({ kind, brand, written, pieces, note }, at) => ({
      kind,
      brand: brand.trim() || null,
      written,
      note,
      pieces: readNumber(`numbers.${at}.pieces`, pieces, /^\d+([.,]\d+)?$/, "Must be a number"),
    })),
    replacedBy: inputs.replacedBy.map(
      ({ part, choice, quantity, bothWays, merges, since, reason, ...row }, at) => ({
        part,
        bothWays,
        merges,
        reason,
        ...(since && { since }),
        terms: listTerms(row),
        choice: count(`replacedBy.${at}.choice`, choice),
        quantity: count(`replacedBy.${at}.quantity`, quantity),
      }),
    ),
    components: inputs.components.map(({ part, quantity, soldAlone }, at) => ({
      part: part.trim(),
      soldAlone,
      quantity: count(`components.${at}.quantity`, quantity),
    })),
    fromShelf: inputs.fromShelf,
  };
  return Object.keys(errors).length > 0 ? { errors } : { edit: pickFields(edit, names) };
}

export const listTerms = ({ terms, conditions }: Pick<SuccessorInput, "terms" | "conditions">) => [
  ...terms,
  ...toTerms(conditions),
];

/** What is measured is a number, where the attribute is new. */
function toAttribute({ name, unit, value }: AttributeInput) {
  const isMeasured = unit.trim() !== "" && /^-?\d+(\.\d+)?$/.test(value.trim());
  return { name, unit: unit.trim() || null, value: isMeasured ? Number(value) : value.trim() };
}
