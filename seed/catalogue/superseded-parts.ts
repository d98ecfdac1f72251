import type { Replacement } from "#contract/part-edits.ts";
import type { CatalogueEntry } from "./catalogue-entry.ts";
import { numberOf } from "./catalogue-entry.ts";

const blade = (key: string, year: number): CatalogueEntry => ({
  slug: "wiper-blade-600",
  type: "wiper-blades",
  number: numberOf("wiper-blades", key),
  name: `Wiper Blade Set, 600 and 450 mm, ${year}`,
  description: `Two bracket blades for one windscreen, sold as a set from ${year}.`,
  priceCents: 1_990,
  availablQuantity: 0,
  attributes: { Length: 600 },
  life: "superseded",
  packOf: 2,
});

const alternator = (amperes: number, availablQuantity: number): CatalogueEntry => ({
  slug: "alternator-150a",
  type: "alternators",
  number: numberOf("alternators", amperes),
  name: `Alternator, 14 V, ${amperes} A`,
  description: `Claw-pole machine with a separate regulator, ${amperes} A at 6,000 rpm.`,
  priceCents: 15_900,
  availablQuantity,
  attributes: { Voltage: 14, Current: amperes },
  life: "superseded",
});

/** Sold no more, or only from the shelf. */
export const supersededParts: CatalogueEntry[] = [
  blade("604A", 2008),
  blade("604B", 2012),
  blade("604C", 2016),
  alternator(90, 0),
  alternator(110, 14),
  {
    slug: "glow-plug-m10",
    type: "glow-plugs",
    number: numberOf("glow-plugs", "14110"),
    name: "Glow Plug, 11 V, M14 x 1.25",
    description: "For engines with a swirl chamber, last built in 2004. There is no successor.",
    priceCents: 1_290,
    availablQuantity: 0,
    attributes: { Thread: "M14 x 1.25", Voltage: 11, Length: 68 },
    life: "ended",
  },
];

type Step = { old: string; replacedBy: Partial<Replacement> & { part: string } };

const step = (old: string, part: string, since: string, reason: string): Step => ({
  old,
  replacedBy: { part, since, reason },
});

/** A chain of four numbers that ends in two parts, one of three, and one that works both ways. */
export const supersessions: Step[] = [
  step("PW-1002-604A", "PW-1002-604B", "2012-03-01", "Longer-lasting rubber"),
  step("PW-1002-604B", "PW-1002-604C", "2016-02-15", "Clip instead of a hook"),
  step("PW-1002-604C", "PW-1002-600", "2021-09-01", "Flat blades, sold one by one"),
  step("PW-1002-604C", "PW-1002-450", "2021-09-01", "Flat blades, sold one by one"),
  step("PW-901-90", "PW-901-110", "2011-06-01", "More current at idle"),
  step("PW-901-110", "PW-901-120", "2018-04-10", "Regulator built in"),
  {
    old: "PW-602-87",
    replacedBy: { part: "PW-602-88", since: "2020-01-01", reason: "Same seat", bothWays: true },
  },
];
