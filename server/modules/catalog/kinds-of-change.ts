import type { PartEdit } from "#contract/part-edits.ts";
import { type ChangeKind, partKinds } from "#contract/tags.ts";

/** Of an edit. A trigger finds out whether a part can be ordered by it, or no longer. */
export const kindsOf: Record<keyof Omit<PartEdit, "version">, readonly ChangeKind[]> = {
  name: ["part-names"],
  number: ["part-names"],
  numbers: ["part-names"],
  brand: ["part-names"],
  price: ["part-prices"],
  components: ["parts"],
  replacedBy: ["parts"],
  hidden: partKinds,
  life: ["parts"],
  type: ["part-types", "part-attributes"],
  furtherTypes: ["part-types"],
  attributes: ["part-attributes"],
  minimumQuantity: [],
  lowStock: [],
  fromShelf: [],
  pictures: [],
  description: [],
  packOf: [],
  weight: [],
  bulky: [],
  dangerous: [],
  taxClass: [],
  deposit: [],
};
