import type { PartType } from "#contract/catalog.ts";
import type { FactWords } from "#contract/fitment.ts";
import {
  attributeWords,
  componentWords,
  numberWords,
  successorWords,
} from "#web/app/part-words.ts";
import {
  lifeNames,
  listTerms,
  type PartField,
  type PartInputs,
  writeAmount,
} from "./part-inputs.ts";

export type Words = { types: readonly PartType[]; facts: readonly FactWords[] };

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
    case "price":
    case "deposit":
      return writeAmount(inputs[name]);
    case "bulky":
    case "dangerous":
    case "fromShelf":
      return inputs[name] ? "Yes" : "No";
    case "pictures":
      return lines(inputs.pictures, ({ address }) => address);
    case "attributes":
      return lines(inputs.attributes, attributeWords);
    case "numbers":
      return lines(inputs.numbers, numberWords);
    case "replacedBy":
      return lines(inputs.replacedBy, (row) =>
        successorWords({ ...row, terms: listTerms(row) }, facts),
      );
    case "components":
      return lines(inputs.components, componentWords);
    default:
      return inputs[name];
  }
}

function lines<Row>(rows: readonly Row[], write: (row: Row) => string): string {
  return rows.map(write).join("\n");
}
