import type { NewPart } from "#contract/part-edits.ts";
import { aPart } from "../builders.ts";
import type { CatalogueEntry } from "./catalogue-entry.ts";
import { numbersOfOthers } from "./numbers-of-others.ts";
import { loadOf } from "./part-loads.ts";
import { leafTypes } from "./part-types.ts";

/** The smallest order is what a car needs, so everybody can order that. */
export function toNewPart({ slug: _, ...entry }: CatalogueEntry, pictures: string[] = []): NewPart {
  const type = leafTypes.get(entry.type);
  if (!type) throw new Error(`${entry.number} is of no type`);
  const units = new Map(type.attributes.map(({ name, unit }) => [name, unit]));
  return aPart({
    ...entry,
    ...loadOf(entry),
    img: pictures[0] ?? "",
    pictures,
    brand: "Partwright",
    minimumQuantity: type.carNeeds - 1,
    attributes: Object.entries(entry.attributes).map(([name, value]) => {
      return { name, value, unit: units.get(name) ?? null };
    }),
    numbers: numbersOfOthers(entry.number),
  });
}
