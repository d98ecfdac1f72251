import { type CatalogueEntry, numberOf } from "./catalogue-entry.ts";

/** Shown, but not on the shelf yet. */
export const announcedParts: CatalogueEntry[] = [
  {
    slug: "wiper-blade-600",
    type: "wiper-blades",
    number: numberOf("wiper-blades", "725"),
    name: "Flat Wiper Blade, 725 mm",
    description:
      "Beam blade for wide windscreens, with the clip and the rubber edge of our 600 mm blade. " +
      "We make the first ones soon.",
    availablQuantity: 0,
    priceCents: 1360,
    attributes: { Length: 725 },
    life: "announced",
  },
  {
    slug: "lambda-sensor-wideband",
    type: "lambda-sensors",
    number: numberOf("lambda-sensors", "5900"),
    name: "Lambda Sensor, Wideband, Five-Wire, 900 mm Lead",
    description:
      "As our sensor with a lead of 620 mm, for engines whose plug is at the bulkhead. Ready " +
      "twelve seconds after a cold start. We make the first ones soon.",
    availablQuantity: 0,
    priceCents: 7890,
    attributes: { Wires: 5, Lead: 900 },
    life: "announced",
  },
];
