import type { PartType } from "#contract/catalog.ts";
import type { FactWords } from "#contract/fitment.ts";
import { describeTerm } from "#contract/rules/fit-words.ts";
import { writeDate } from "#web/app/format.tsx";
import {
  type AttributeInput,
  type ComponentInput,
  lifeNames,
  type NumberInput,
  numberKindNames,
  type PartField,
  type PartInputs,
  type SuccessorInput,
} from "./part-inputs.ts";

export type Words = { types: readonly PartType[]; facts: readonly FactWords[] };

/** As people compare it with another version of the same product. */
export function describeField(inputs: PartInputs, name: PartField, words: Words): string {
  const text = describe(inputs, name, words);
  return text === "" ? "Nothing" : text;
}

function describe(inputs: PartInputs, name: PartField, { types, facts }: Words): string {
  const typeName = (type: string) => types.find(({ slug }) => slug === type)?.name ?? "None";
  switch (name) {
    case "type":
      return typeName(inputs.type);
    case "furtherTypes":
      return inputs.furtherTypes.map(typeName).join("\n");
    case "life":
      return lifeNames[inputs.life];
    case "bulky":
    case "dangerous":
    case "fromShelf":
      return inputs[name] ? "Yes" : "No";
    case "pictures":
      return lines(inputs.pictures, ({ address }) => address);
    case "attributes":
      return lines(inputs.attributes, attribute);
    case "numbers":
      return lines(inputs.numbers, number);
    case "replacedBy":
      return lines(inputs.replacedBy, (row) => successor(row, facts));
    case "components":
      return lines(inputs.components, component);
    default:
      return inputs[name];
  }
}

function lines<Row>(rows: readonly Row[], write: (row: Row) => string): string {
  return rows.map(write).join("\n");
}

const attribute = ({ name, unit, value }: AttributeInput) =>
  `${name}: ${value}${unit && ` ${unit}`}`;

function number({ kind, brand, written, pieces, note }: NumberInput): string {
  const whose = brand === "" ? numberKindNames[kind] : `${numberKindNames[kind]}, ${brand}`;
  const how = pieces === "1" ? "" : `, ${pieces} of ours replace one`;
  return `${whose}: ${written}${how}${note && `. Note: ${note}`}`;
}

function component({ part, quantity, soldAlone }: ComponentInput): string {
  return `${quantity} × ${part}, ${soldAlone ? "sold alone as well" : "sold in this kit only"}`;
}

function successor(row: SuccessorInput, facts: readonly FactWords[]): string {
  const conditions = row.terms.map((term) => describeTerm(term, facts)).join(", ");
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
