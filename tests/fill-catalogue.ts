// Parts of three types with numbers, attributes and a successor, for tests of search and lists.
import type { NewPart } from "#contract/part-edits.ts";
import { everyPartTag, partKinds } from "#contract/tags.ts";
import { aPart, aPartType } from "#seed/builders.ts";
import { addPartTypes } from "#server/modules/catalog/add-part-types.ts";
import { addParts } from "#server/modules/catalog/add-parts.ts";
import { announceChange } from "./builders/event.ts";
import type { OpenShop } from "./open-shop.ts";

const position = { name: "Position", unit: null, kind: "choice", facet: true } as const;
const diameter = { name: "Diameter", unit: "mm", kind: "number", facet: true } as const;
const voltage = { name: "Voltage", unit: "V", kind: "number", facet: true } as const;
const thread = { name: "Thread", unit: null, kind: "choice", facet: true } as const;

const types = [
  aPartType({ slug: "brakes", name: "Brakes" }),
  aPartType({ parent: "brakes", synonyms: ["rotor"], attributes: [position, diameter] }),
  aPartType({ slug: "alternators", name: "Alternators", attributes: [voltage] }),
  aPartType({ slug: "wheel-bolts", name: "Wheel bolts", attributes: [thread] }),
];

const disc = (part: Partial<NewPart>, side: string, mm: number): NewPart =>
  aPart({
    type: "brake-discs",
    ...part,
    attributes: [
      { name: "Position", unit: null, value: side },
      { name: "Diameter", unit: "mm", value: mm },
    ],
  });
const number = (kind: "oe" | "competitor" | "gtin" | "old", written: string, brand?: string) => ({
  kind,
  written,
  brand: brand ?? null,
  pieces: 1,
  note: "",
});

export const catalogueParts: NewPart[] = [
  disc({ name: "Ventilated Brake Disc", number: "PW-2312", price: 84.5 }, "Front", 312),
  disc({ name: "Solid Brake Disc", number: "PW-2286", price: 52.4 }, "Rear", 286),
  disc({ name: "Coated Brake Disc", number: "PW-2330", brand: "Ostkamp" }, "Front", 330),
  disc({ name: "Sold-out Brake Disc", number: "PW-2300", availablQuantity: 0 }, "Rear", 300),
  aPart({
    name: "Alternator, 150 A",
    number: "PW-1150",
    type: "alternators",
    priceCents: 23_800,
    attributes: [{ name: "Voltage", unit: "V", value: 14 }],
    numbers: [
      number("oe", "43512-0K050", "Corvane"),
      { ...number("competitor", "AL 900", "Mirelle"), pieces: 2 },
      number("gtin", "4006381333931"),
    ],
  }),
  aPart({
    name: "Wheel Bolt",
    number: "PW-6020",
    type: "wheel-bolts",
    attributes: [{ name: "Thread", unit: null, value: "M20 x 1.5" }],
  }),
  aPart({ name: "Ceramic Pad Set %_\\ 50", number: "PW-4411" }),
  aPart({ name: "Hidden Disc", number: "PW-9999", hidden: true }),
];

export async function fillCatalogue(opened: OpenShop): Promise<OpenShop> {
  const { db } = opened.shop;
  await addPartTypes(db, types);
  await addParts(db, catalogueParts);
  const replaced = aPart({
    name: "Brake Disc of before",
    number: "PW-2311",
    life: "superseded",
    replacedBy: [{ part: "PW-2312", choice: 1, quantity: 2, bothWays: false, reason: "" }],
  });
  await addParts(db, [replaced]);
  await announceChange(opened, [...partKinds, everyPartTag]);
  return opened;
}
