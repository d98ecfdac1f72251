import type { PartTypeEdit, PartTypeRecord } from "#contract/part-types.ts";
import { newKey } from "#web/ui/row-list.tsx";

export type TypeAttributeInput = {
  key: number;
  id: number | undefined;
  name: string;
  unit: string;
  kind: "choice" | "number";
  facet: boolean;
  parts: number;
};

export type TypeInputs = {
  name: string;
  slug: string;
  parent: string;
  synonyms: string;
  soldForVehicles: boolean;
  attributes: TypeAttributeInput[];
};
export type TypeField = keyof TypeInputs;

export const typeFieldNames: Record<TypeField, string> = {
  name: "name",
  slug: "address",
  parent: "place",
  synonyms: "other words",
  soldForVehicles: "sold for vehicles",
  attributes: "attributes",
};

export const emptyAttribute: Omit<TypeAttributeInput, "key"> = {
  id: undefined,
  name: "",
  unit: "",
  kind: "choice",
  facet: true,
  parts: 0,
};

export function toTypeInputs(type: PartTypeRecord): TypeInputs {
  const { name, slug, parent, synonyms, soldForVehicles } = type;
  return {
    name,
    slug,
    parent: parent ?? "",
    synonyms: synonyms.join("\n"),
    soldForVehicles,
    attributes: type.attributes.map(({ _id: id, unit, ...row }) => ({
      ...row,
      id,
      key: newKey(),
      unit: unit ?? "",
    })),
  };
}

const writtenLines = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

function toEdit(inputs: TypeInputs): Required<Omit<PartTypeEdit, "version">> {
  const { name, slug, parent, soldForVehicles } = inputs;
  const written = inputs.attributes.filter((row) => row.name.trim() !== "");
  return {
    name: name.trim(),
    slug: slug.trim(),
    parent: parent || null,
    soldForVehicles,
    synonyms: writtenLines(inputs.synonyms),
    attributes: written.map(({ id, name, unit, kind, facet }) => ({
      ...(id !== undefined && { _id: id }),
      name: name.trim(),
      unit: unit.trim() || null,
      kind,
      facet,
    })),
  };
}

export function changedTypeFields(inputs: TypeInputs, before: TypeInputs): TypeField[] {
  const [one, other] = [toEdit(inputs), toEdit(before)];
  const fields = Object.keys(typeFieldNames) as TypeField[];
  return fields.filter((field) => JSON.stringify(one[field]) !== JSON.stringify(other[field]));
}

export function toTypeEdit(inputs: TypeInputs, fields: readonly TypeField[]): PartTypeEdit {
  const edit = Object.entries(toEdit(inputs));
  return Object.fromEntries(edit.filter(([name]) => fields.includes(name as TypeField)));
}

export function keepChanges(inputs: TypeInputs, before: TypeInputs, next: TypeInputs): TypeInputs {
  const changed = changedTypeFields(inputs, before);
  const kept = Object.entries(inputs).filter(([name]) => changed.includes(name as TypeField));
  return { ...next, ...Object.fromEntries(kept) };
}
