import type { KitComponent } from "#contract/part-edits.ts";
import { leafTypes } from "./part-types.ts";

export type CatalogueEntry = {
  /** Of its picture in seed/pictures. */
  slug: string;
  name: string;
  description: string;
  priceCents: number;
  availablQuantity: number;
  type: string;
  furtherTypes?: string[];
  number: string;
  /** The units are those of the type. */
  attributes: Record<string, string | number>;
  life?: "superseded" | "ended" | "announced";
  packOf?: number;
  lowStock?: number;
  fromShelf?: true;
  components?: KitComponent[];
};

/** Like PW-104-312: the type, then what tells its parts apart. */
export function numberOf(type: string, key: string | number): string {
  return `PW-${leafTypes.get(type)?.code}-${key}`;
}

/** Looks arbitrary, and is the same each time. */
export function arbitrary(text: string, below: number): number {
  let hash = 2_166_136_261;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619);
  hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_519);
  return ((hash ^ (hash >>> 13)) >>> 0) % below;
}
